extension Stylesheet {
  /// Chapters and the page in front of them. Where a script runs, steps come one by one.
  static let book: Markup = """
    main{display:block;min-width:0}
    .step{border-top:1px solid var(--rule);padding-top:1.1rem;scroll-margin-top:.5rem}
    .step>pre,.answer>pre,.story{max-width:56rem}
    .step h2:focus{outline:none}.story li{margin:.2rem 0}
    .deep{font-size:.8rem;font-weight:400;color:var(--faint);border:1px solid var(--rule);\
    border-radius:6px;padding:.05rem .4rem;vertical-align:middle}
    .player,.make{border:1px solid var(--rule);border-radius:10px;padding:.8rem .9rem 0;\
    margin:1rem 0;background:var(--ground)}
    #orders.player{border:0;padding:0}.player+.legend,.legend{font-size:.95rem}
    .go{margin:1rem 0 0}.scripted .step:not(.open){display:none}
    .scripted .answer>summary{display:none}.scripted .answer:not([open]){display:none}
    .scripted .make+.verdict,.scripted .instead{display:none}
    .scripted .question:not(.answered)+.second{display:none}
    .contents summary{font-weight:600}.contents ol{margin:.3rem 0;padding-left:1.8rem}
    .contents li{margin:.15rem 0;color:var(--faint);font-size:.95rem}
    .contents a{text-decoration:none}.contents a:hover{text-decoration:underline}
    .contents .done::marker{content:"✓ ";color:var(--good)}
    .contents .later>*{display:none}.contents .later::after{content:"…"}
    .contents meter{width:100%}.contents button{font-size:.9rem;margin:.2rem 0}
    .onward{display:flex;flex-wrap:wrap;justify-content:space-between;gap:1rem;\
    border-top:1px solid var(--rule);padding-top:1rem}
    .onward a{display:block;font-weight:600}.onward span{display:block;font-weight:400}
    dt{font-weight:600}dd{margin:0 0 .5rem 1.2rem;max-width:66ch}
    blockquote{margin:.4rem 0;padding:.1rem 0 .1rem .9rem;border-left:4px solid var(--accent);\
    max-width:66ch}
    .front{max-width:62rem;margin:0 auto}.lead{font-size:1.15rem}
    [data-seconds] .later{visibility:hidden}
    [data-seconds] .end[hidden]{display:block!important;visibility:hidden}
    .contents li .faint{white-space:nowrap}
    .start{display:inline-block;padding:.7rem 1.1rem;border-radius:10px;font-weight:600;\
    background:var(--accent);color:var(--ground);text-decoration:none}
    .chapters{padding-left:1.4rem}.chapters h3{margin:1rem 0 .1rem}.chapters p{margin:.2rem 0}
    .chapters li::marker{font-weight:600}
    .doors{padding:0;list-style:none}.doors pre{white-space:pre-wrap;overflow-wrap:anywhere}
    @media (min-width:1000px){.book{display:grid;grid-template-columns:14rem minmax(0,1fr);\
    gap:0 2rem}.contents{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;\
    padding:.3rem .2rem 1rem 0}}
    """

  /// On paper all steps stand with their options and answers; of several orders the first.
  static let paper: Markup = """
    @media print{html{font-size:10.5pt}body{max-width:none;padding:0}.bar,.tabs,.contents,.onward,\
    .start,.screen{display:none!important}[hidden].printed{display:block!important}
    .scripted .step:not(.open){display:block}.scripted .answer:not([open]){display:block}
    .scripted .question:not(.answered)+.second{display:block}
    details::details-content{display:block;content-visibility:visible}
    .book{display:block}.scripted .instead{display:block}
    .step .run~.run,.step .legend{display:none!important}
    .scroll,pre,pre.source{max-height:none!important;overflow:visible}pre{white-space:pre-wrap}
    .options button{border:0;background:none;padding:.1rem 0;min-height:0;box-shadow:none;\
    font-weight:400}.options{flex-direction:column;gap:0}
    .later .deed .text{color:var(--ink)}section,figure,.run,li,table{break-inside:avoid}\
    .now .deed{outline:none}a{color:inherit}}
    """
}
