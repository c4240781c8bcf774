/// A terminal without a screen.
public enum PseudoTerminal {}
