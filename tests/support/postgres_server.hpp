// A PostgreSQL server of a test's own: in a temporary folder, on a socket and a port of this
// machine, run by a user without privileges.
#pragma once

#include <arpa/inet.h>
#include <grp.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/ledger_samples.hpp"

namespace scrim::test {

class PostgresServer {
 public:
  /// Throws std::runtime_error where there is no PostgreSQL, or it does not start.
  explicit PostgresServer(const std::vector<std::string>& settings = {})
      : programs_(folder_of_programs()), port_(free_port()) {
    if (::geteuid() == 0) {
      // The server refuses to run as root.
      if (const passwd* const user = ::getpwnam("postgres")) {
        user_ = user->pw_uid;
        group_ = user->pw_gid;
      } else {
        user_ = group_ = 65534;  // nobody
      }
      if (::chown(folder_.path().c_str(), user_, group_) != 0) throw std::runtime_error("chown");
    }
    const int made = wait_for(run({programs_ + "/initdb", "-D", data(), "-A", "trust", "-U",
                                   "scrim", "-E", "UTF8", "--no-sync"}));
    if (made != 0) throw std::runtime_error("initdb failed");
    settings_ = settings;
    start();
  }
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;
  ~PostgresServer() { stop(SIGINT); }

  void start() {
    std::vector<std::string> command{programs_ + "/postgres",
                                     "-D",
                                     data(),
                                     "-k",
                                     folder_.path().string(),
                                     "-p",
                                     port_,
                                     "-c",
                                     "listen_addresses=127.0.0.1",
                                     "-c",
                                     "max_connections=40"};
    for (const std::string& setting : settings_) {
      command.emplace_back("-c");
      command.push_back(setting);
    }
    server_ = run(command);
    for (int i = 0; i < 600; ++i) {
      if (wait_for(run({programs_ + "/pg_isready", "-q", "-h", folder_.path().string(), "-p",
                        port_})) == 0) {
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    throw std::runtime_error("the server did not start");
  }

  /// SIGINT: in order. SIGQUIT: at once, as after a loss of power; the next start recovers.
  void stop(int signal) {
    if (server_ <= 0) return;
    ::kill(server_, signal);
    wait_for(server_);
    server_ = -1;
  }

  /// Two ways to one database: the socket, and the port.
  [[nodiscard]] std::string by_socket(const std::string& name) const {
    std::string host;
    for (const char c : folder_.path().string()) host += c == '/' ? "%2F" : std::string(1, c);
    return "postgresql:///postgres?host=" + host + "&port=" + port_ + "&user=scrim#" + name;
  }
  [[nodiscard]] std::string by_port(const std::string& name) const {
    return "postgresql://scrim@127.0.0.1:" + port_ + "/postgres#" + name;
  }

  /// Runs SQL as its owner; true if that succeeds.
  [[nodiscard]] bool run_sql(const std::string& sql) const {
    return wait_for(run({programs_ + "/psql", "-q", "-v", "ON_ERROR_STOP=1", "-h",
                         folder_.path().string(), "-p", port_, "-U", "scrim", "-d", "postgres",
                         "-c", sql})) == 0;
  }

 private:
  static std::string folder_of_programs() {
    const std::filesystem::path all = "/usr/lib/postgresql";
    if (std::filesystem::is_directory(all)) {
      for (const auto& version : std::filesystem::directory_iterator(all)) {
        if (std::filesystem::exists(version.path() / "bin/initdb")) {
          return (version.path() / "bin").string();
        }
      }
    }
    throw std::runtime_error(
        "there is no PostgreSQL server here; on Debian: apt-get install "
        "postgresql");
  }

  static std::string free_port() {
    const int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(descriptor, reinterpret_cast<sockaddr*>(&address), size);
    ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(descriptor);
    return std::to_string(ntohs(address.sin_port));
  }

  [[nodiscard]] std::string data() const { return folder_.file("data"); }

  [[nodiscard]] pid_t run(const std::vector<std::string>& command) const {
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (::geteuid() == 0 &&
        (::setgroups(0, nullptr) != 0 || ::setgid(group_) != 0 || ::setuid(user_) != 0)) {
      ::_exit(126);
    }
    if (::chdir(folder_.path().c_str()) != 0) ::_exit(126);
    if (std::freopen("log", "a", stdout) == nullptr) ::_exit(126);
    ::dup2(1, 2);
    std::vector<char*> arguments;
    for (const std::string& argument : command) {
      arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }

  static int wait_for(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  TemporaryFolder folder_;
  std::string programs_;
  std::string port_;
  std::vector<std::string> settings_;
  uid_t user_ = 0;
  gid_t group_ = 0;
  pid_t server_ = -1;
};

}  // namespace scrim::test
