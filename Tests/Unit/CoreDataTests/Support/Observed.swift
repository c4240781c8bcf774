import Testing

/// Facts that are widely observed but not promised by Apple.
struct Observed {}
