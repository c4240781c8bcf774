/// How pages look: on a projector, on a telephone, by day, by night and on paper.
enum Stylesheet {
  static let text: Markup = """
    \(Palette.properties)
    *{box-sizing:border-box}
    html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;\
    color:var(--ink);background:var(--ground);scroll-padding:1rem}
    body{margin:0 auto;max-width:1240px;padding:1rem 1.5rem 4rem}
    h1{font-size:1.7rem;line-height:1.2;margin:.2rem 0 .5rem}
    h2{font-size:1.25rem;margin:0 0 .6rem}h3{font-size:1.1rem;margin:1rem 0 .4rem}
    p{margin:.4rem 0 .8rem;max-width:70ch}a{color:var(--accent)}
    .faint,.place,.comment,.attribute{color:var(--faint)}.bad{color:var(--bad)}\
    .good{color:var(--good)}.warning,.keyword{color:var(--lane-3)}.string{color:var(--lane-1)}\
    .number,.type{color:var(--lane-0)}
    code,pre,.numbers{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",\
    monospace;font-size:.875rem}
    pre{background:var(--panel);border-radius:8px;padding:.7rem .8rem;margin:0 0 .8rem;\
    overflow:auto;line-height:1.45;tab-size:4}
    pre .n{color:var(--faint);user-select:none}pre .line{display:block;min-height:1.45em;\
    white-space:pre-wrap;overflow-wrap:anywhere;padding:0 .3rem 0 2.3rem;text-indent:-2rem;\
    margin:0 -.3rem;border-left:3px solid transparent}
    pre .line.marked{border-left-color:var(--accent)}
    pre .line.now{background:var(--mark);border-left-color:var(--bad)}
    pre .goes{color:var(--bad)}pre .comes{color:var(--good)}
    section{margin:0 0 2.2rem}.step>pre,.step details>pre{max-width:56rem}
    header.top{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.2rem 1rem;\
    color:var(--faint);font-size:.9rem;border-bottom:1px solid var(--rule);padding-bottom:.5rem;\
    margin-bottom:1rem}
    .pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.05fr);gap:0 1.6rem}
    .pair>*{min-width:0}
    button,summary{font:inherit;cursor:pointer}
    button{color:var(--ink);background:var(--panel);border:1px solid var(--rule);\
    border-radius:8px;padding:.45rem .8rem;min-height:44px;min-width:44px;text-align:left}
    button:hover{border-color:var(--accent)}
    button[aria-pressed=true],button[aria-selected=true]{border-color:var(--accent);\
    box-shadow:inset 0 -3px var(--accent);font-weight:600}
    button:disabled{opacity:.5;cursor:default}
    :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
    .options{display:flex;flex-wrap:wrap;gap:.5rem;margin:.6rem 0}
    .options.tall{flex-direction:column;align-items:stretch}
    .options label{border:1px solid var(--rule);border-radius:8px;padding:.5rem .8rem;\
    background:var(--panel)}
    .key{color:var(--faint);margin-right:.5rem}
    button.right{border-color:var(--good);box-shadow:inset 5px 0 var(--good)}
    button.wrong{border-color:var(--bad);box-shadow:inset 5px 0 var(--bad)}
    .verdict{font-weight:600;margin:.6rem 0;min-height:1.5em}
    summary{padding:.6rem 0;font-weight:600;min-height:44px}
    .bar{position:sticky;bottom:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;\
    gap:.5rem;background:var(--ground);border-top:1px solid var(--rule);padding:.5rem 0}
    .bar button{padding:.3rem .7rem;text-align:center}
    .bar .said{flex:1 1 16rem;min-width:0;overflow-wrap:anywhere}
    .tabs{display:flex;flex-wrap:wrap;gap:.4rem;margin:0 0 .8rem}
    .run>h3{margin:.2rem 0 .5rem}
    .wide{overflow:auto}table{border-collapse:collapse;font-size:.95rem;margin:0 0 .8rem}
    caption{text-align:left;font-weight:600;padding:.2rem 0}
    th,td{text-align:left;vertical-align:top;padding:.3rem .9rem .3rem 0;\
    border-bottom:1px solid var(--rule)}
    figure{margin:0 0 1rem}figcaption{color:var(--faint);font-size:.9rem}
    figure svg{max-width:100%;height:auto}
    \(Scalable.style)
    [hidden]{display:none!important}
    \(lanes)
    \(small)
    \(paper)
    """

  /// Each step is a row with as many cells as there are lanes; the rails run behind them.
  private static let lanes: Markup = """
    .lanes{list-style:none;margin:0;padding:0 0 0 2.1rem;background:repeating-linear-gradient(\
    to right,var(--rule) 0 2px,transparent 2px calc(100%/var(--lanes))) content-box}
    .scroll{max-height:calc(100vh - 15rem);overflow:auto;position:relative}
    .lanes li,.lanes .heads{display:grid;position:relative;\
    grid-template-columns:repeat(var(--lanes),minmax(0,1fr))}
    .heads{position:sticky!important;top:0;z-index:1;background:var(--ground);\
    padding-left:2.1rem;display:grid;grid-template-columns:repeat(var(--lanes),minmax(0,1fr))}
    .heads b{padding:.1rem .5rem .3rem;overflow-wrap:anywhere;border-left:4px solid}
    .lanes li::before{content:attr(data-number);position:absolute;left:-2.1rem;width:1.6rem;\
    text-align:right;color:var(--faint);font-size:.85rem;top:.3rem}
    .deed{grid-column:calc(var(--lane) + 1);grid-row:1;padding:.22rem .5rem;margin:.12rem .3rem \
    .12rem 0;border-left:4px solid;border-radius:0 6px 6px 0;background:var(--panel);\
    overflow-wrap:anywhere;font-size:.93rem;line-height:1.35;scroll-margin:3rem}
    .deed .text{color:var(--ink)}.deed .who{position:absolute;width:1px;height:1px;\
    overflow:hidden;clip-path:inset(50%)}
    .decisive .text{font-weight:700}.mark{margin-right:.3rem;color:var(--ink)}
    .later .deed{opacity:.45}.now .deed{background:var(--mark);outline:2px solid currentColor;\
    outline-offset:-2px}
    .waits{grid-column:calc(var(--lane) + 1);grid-row:1;border-left:4px dotted var(--bad);\
    margin-left:-1px}
    .turn{margin:.3rem 0 .3rem;border-top:3px double var(--bad);color:var(--bad);\
    font-weight:600;font-size:.9rem;grid-column:1/-1;background:var(--ground)}
    .never{color:var(--bad);font-weight:700}
    """

  private static let small: Markup = """
    @media (max-width:760px){body{padding:.7rem .8rem 3rem}.pair{grid-template-columns:\
    minmax(0,1fr)}h1{font-size:1.35rem}.scroll{max-height:none}pre.source{max-height:40vh}
    .lanes.many li{grid-template-columns:minmax(0,1fr)}.heads.many{display:flex;flex-wrap:wrap}
    .lanes.many{background:none}.many .deed{grid-column:1;margin-left:calc(var(--lane)*.8rem)}
    .many .deed .who{position:static;width:auto;height:auto;clip-path:none;font-weight:700;\
    margin-right:.3rem}.many .waits{display:none}
    .bar .said{flex-basis:100%;order:-1;min-height:2.6em}}
    @media (prefers-reduced-motion:no-preference){.deed{transition:opacity .15s}}
    """

  private static let paper: Markup = """
    @media print{html{font-size:10.5pt}body{max-width:none;padding:0}.bar,.tabs,.options button,\
    .screen{display:none!important}[hidden].printed{display:block!important}\
    .scroll,pre,pre.source{max-height:none;overflow:visible}pre{white-space:pre-wrap}\
    .later .deed{opacity:1}section,figure,.run,li,table{break-inside:avoid}\
    .now .deed{outline:none}a{color:inherit}}
    """
}
