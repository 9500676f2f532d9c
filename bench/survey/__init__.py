"""How far off Scrim, OpenDP and Tumult Analytics are when a survey is asked seven questions about persons."""
