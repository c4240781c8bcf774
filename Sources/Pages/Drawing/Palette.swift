/// Colours that people with any kind of colour vision can tell apart, each with enough contrast
/// to its ground; nothing is said by colour alone.
enum Palette {
  /// As properties of a stylesheet: by day, by night, and on paper as by day.
  static let properties: Markup = """
    :root{--ground:#fdfdfb;--panel:#f3f2ee;--ink:#1d1d1f;--faint:#5f5e5a;--rule:#c9c7c0;\
    --lane-0:#005a94;--lane-1:#a8410a;--lane-2:#00694f;--lane-3:#8a3168;\
    --bad:#a3130b;--good:#00694f;--mark:#fff0c2;--accent:#005a94}
    @media screen and (prefers-color-scheme:dark){:root{--ground:#16171a;--panel:#212328;\
    --ink:#ececea;--faint:#a9a8a3;--rule:#474a52;--lane-0:#6cbcf5;--lane-1:#f0a35e;\
    --lane-2:#4fd1aa;--lane-3:#eba3cf;--bad:#ff9a8f;--good:#4fd1aa;--mark:#4b3f14;\
    --accent:#6cbcf5}}
    .lane-0{color:var(--lane-0)}.lane-1{color:var(--lane-1)}.lane-2{color:var(--lane-2)}\
    .lane-3{color:var(--lane-3)}
    """
}
