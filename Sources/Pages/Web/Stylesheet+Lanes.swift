extension Stylesheet {
  /// Each step is a row with as many cells as there are lanes; the rails run behind them.
  static let lanes: Markup = """
    .lanes{list-style:none;margin:0;padding:0 0 0 2.1rem;counter-reset:step;\
    background:repeating-linear-gradient(\
    to right,var(--rule) 0 2px,transparent 2px calc(100%/var(--lanes))) content-box}
    .scroll{max-height:calc(100vh - 17rem);overflow:auto;position:relative}
    .lanes li,.lanes .heads{display:grid;position:relative;\
    grid-template-columns:repeat(var(--lanes),minmax(0,1fr))}
    .heads{position:sticky!important;top:0;z-index:1;background:var(--ground);\
    padding-left:2.1rem;display:grid;grid-template-columns:repeat(var(--lanes),minmax(0,1fr))}
    .heads b{padding:.1rem .5rem .3rem;overflow-wrap:anywhere;border-left:4px solid}
    .lanes li{counter-increment:step}.lanes li::before{content:counter(step);\
    position:absolute;left:-2.1rem;width:1.6rem;\
    text-align:right;color:var(--faint);font-size:.85rem;top:.3rem}
    .lane-0{--lane:0}.lane-1{--lane:1}.lane-2{--lane:2}.lane-3{--lane:3}
    .deed{grid-column:calc(var(--lane) + 1);grid-row:1;padding:.22rem .5rem;margin:.12rem .3rem \
    .12rem 0;border-left:4px solid;border-radius:0 6px 6px 0;background:var(--panel);\
    overflow-wrap:anywhere;font-size:.93rem;line-height:1.35;scroll-margin:3rem}
    .deed .text{color:var(--ink)}.deed .who{position:absolute;width:1px;height:1px;\
    overflow:hidden;clip-path:inset(50%)}
    .decisive .text{font-weight:700}.mark{margin-right:.3rem;color:var(--ink)}
    .later .deed{background:none}.later .deed .text,.later .mark{color:var(--faint)}
    .later .deed{border-left-style:dotted}
    .now .deed{background:var(--mark);outline:2px solid currentColor;outline-offset:-2px}
    .waits{grid-column:calc(var(--lane) + 1);grid-row:1;border-left:4px dotted var(--bad);\
    margin-left:-1px}
    .turn{margin:.3rem 0 .3rem;border-top:3px double var(--bad);color:var(--bad);\
    font-weight:600;font-size:.9rem;grid-column:1/-1;background:var(--ground)}
    .never{color:var(--bad);font-weight:700}
    .source{max-height:calc(100vh - 17rem);position:relative}
    .source .line::before{content:attr(data-line);display:inline-block;width:1.9rem;\
    padding-right:.5rem;text-align:right;text-indent:0;color:var(--faint)}
    .source .at{float:right;margin-left:1rem;padding:0 .4rem;border:1px solid;\
    border-radius:6px;text-indent:0;font-weight:700}
    .threads{display:flex;flex-wrap:wrap;gap:.5rem;margin:.8rem 0}
    .threads button{flex:1 1 14rem}.threads .what{display:block}
    .make .lanes{min-height:7rem}
    """

  /// Narrow windows show the program above the lanes, both at once.
  static let small: Markup = """
    @media (max-width:760px){body{padding:.7rem .8rem 3rem}.pair{grid-template-columns:\
    minmax(0,1fr)}h1{font-size:1.35rem}
    .player .pair>:last-child,.make .pair>:last-child{display:contents}
    .player .source,.make .source{order:-1}.objects{order:1}
    .player .scroll,.make .scroll{max-height:38vh}
    .player .source,.make .source{max-height:26vh;margin-bottom:.4rem}
    .lanes.many li{grid-template-columns:minmax(0,1fr)}.heads.many{display:flex;flex-wrap:wrap}
    .lanes.many{background:none}.many .deed{grid-column:1;margin-left:calc(var(--lane)*.8rem)}
    .many .deed .who{position:static;width:auto;height:auto;clip-path:none;font-weight:700;\
    margin-right:.3rem}.many .waits{display:none}
    .bar .said{flex-basis:100%;order:-1;min-height:2.6em}}
    """
}
