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
    section{margin:0 0 2.2rem}
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
    .options .right{border-color:var(--good);box-shadow:inset 5px 0 var(--good)}
    .options .wrong{border-color:var(--bad);box-shadow:inset 5px 0 var(--bad)}
    .verdict{font-weight:600;margin:.6rem 0;min-height:1.5em}.verdict:empty{min-height:0}
    summary{padding:.6rem 0;font-weight:600;min-height:44px}
    .bar{position:sticky;bottom:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;\
    gap:.5rem;background:var(--ground);border-top:1px solid var(--rule);padding:.5rem 0}
    .bar button{padding:.3rem .7rem;text-align:center}
    .bar .said{flex:1 1 16rem;min-width:0;overflow-wrap:anywhere}
    .tabs,[role=tablist]{display:flex;flex-wrap:wrap;gap:.4rem}.tabs{margin:0 0 .8rem}
    .tabs .more{display:none}.run>h3{margin:.2rem 0 .5rem;font-size:1rem}
    button.main{border-color:var(--accent);font-weight:600}
    button[aria-disabled=true]{border-style:dashed;color:var(--faint);background:none}
    .wide{overflow:auto}table{border-collapse:collapse;font-size:.95rem;margin:0 0 .8rem}
    caption{text-align:left;font-weight:600;padding:.2rem 0}
    th,td{text-align:left;vertical-align:top;padding:.3rem .9rem .3rem 0;\
    border-bottom:1px solid var(--rule)}
    figure{margin:0 0 1rem}figcaption{color:var(--faint);font-size:.9rem}
    figure svg{width:100%;max-width:620px;height:auto}
    \(Scalable.style)
    [hidden]{display:none!important}
    \(lanes)
    \(book)
    \(small)
    \(paper)
    """
}
