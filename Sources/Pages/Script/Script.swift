/// What pages do by themselves. Everything is in the page already; without a script all of it is
/// shown. Each part does one thing, and they know each other by events only:
///
///     answer     a question is asked to show an answer that was kept
///     answered   a question has got its answer, or was given up
enum Script {
  /// Runs before anything is shown, and takes itself back if a later part fails.
  static let first: Markup = """
    document.documentElement.className = 'scripted';
    addEventListener('error', () => { document.documentElement.className = ''; });
    """

  /// Runs when everything is there.
  static let text = Markup(
    [start, memory, questions, player, scheduler, path, keys, paper, end], separator: "\n")

  private static let start: Markup = """
    'use strict';
    const all = (query, root) => Array.from((root || document).querySelectorAll(query));
    (() => {
    const one = (query, root) => (root || document).querySelector(query);
    const element = (tag, look, text) => {
      const made = document.createElement(tag);
      if (look) made.className = look;
      if (text) made.textContent = text;
      return made;
    };
    const isInView = (shown) => {
      const at = shown.getBoundingClientRect();
      return at.height > 0 && at.bottom > 0 && at.top < innerHeight;
    };
    for (const each of all('.screen')) each.hidden = false;
    """

  private static let paper: Markup = """
    // On paper every answer stands; on the screen they fold again.
    let folded = [];
    addEventListener('beforeprint', () => {
      folded = all('details:not([open])');
      for (const each of folded) each.open = true;
    });
    addEventListener('afterprint', () => { for (const each of folded) each.open = false; });
    """

  private static let end: Markup = "})();"
}
