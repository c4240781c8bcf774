extension Script {
  static let keys: Markup = """
    // Keys. They are for what is in view: arrows for orders, figures and letters for the question
    // that is open.
    const openQuestion = () => {
      const open = all('.question:not(.answered)').filter(each => each.offsetParent);
      return open.find(isInView) || open[0];
    };
    const shownPlayer = () => {
      if (current && isInView(current.closest('.step') || current)) return current;
      return Array.from(players.keys()).find(each => each.offsetParent && isInView(each))
        || one('#orders.player:not([hidden])');
    };
    document.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (/^(INPUT|TEXTAREA|SELECT|PRE)$/.test(event.target.tagName)) return;
      const ways = { ArrowRight: 1, ArrowLeft: -1, n: 1, p: -1, Home: -1e9, End: 1e9 };
      const player = shownPlayer();
      const question = openQuestion();
      const isFar = event.key === 'Home' || event.key === 'End';
      if (player && event.key in ways
        && (!isFar || player.id === 'orders' || player.contains(event.target))) {
        event.preventDefault();
        players.get(player).go(ways[event.key]);
      } else if (question && one('.make', question)) {
        const button = one('.make [data-key="' + CSS.escape(event.key) + '"]', question);
        if (button) button.click();
      } else if (question && /^[1-8a-h]$/i.test(event.key)) {
        const place = '12345678abcdefgh'.indexOf(event.key.toLowerCase()) % 8;
        const option = all('.options button[data-key], .options input', question)[place];
        if (option) option.click();
      } else if (event.key === 'Enter' && !event.target.closest('a, button, summary') && goOn()) {
        event.preventDefault();
      }
    });
    """
}
