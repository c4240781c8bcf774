/// What is asked of every page, by the names that checkers of accessibility give their rules. Each
/// calls `fault(rule, element)`.
enum AccessibilityRules {
  static let script = """
    (() => {
      const faults = new Set();
      const place = (each) => each.tagName.toLowerCase()
        + (each.id ? '#' + each.id : each.className && each.className.baseVal === undefined
          ? '.' + String(each.className).split(' ').join('.') : '')
        + ' "' + each.textContent.trim().slice(0, 30) + '"';
      const fault = (rule, each, why) => faults.add(rule + ': ' + place(each) + (why || ''));
      const all = (query) => Array.from(document.querySelectorAll(query));
      const seen = (each) => each.getClientRects().length > 0;
      const nameOf = (each) => (each.getAttribute('aria-label')
        || (each.getAttribute('aria-labelledby') || '').split(' ').filter(Boolean)
          .map(id => (document.getElementById(id) || {}).textContent || '').join(' ')
        || each.textContent).trim();

      if (!document.documentElement.lang) fault('html-has-lang', document.documentElement);
      if (!document.title) fault('document-title', document.documentElement);
      if (all('h1').length !== 1) fault('page-has-heading-one', document.body);
      let level = 0;
      for (const heading of all('h1, h2, h3, h4, h5, h6').filter(seen)) {
        const own = Number(heading.tagName[1]);
        if (own > level + 1) fault('heading-order', heading);
        level = own;
      }
      const ids = new Set();
      for (const each of all('[id]')) {
        if (ids.has(each.id)) fault('duplicate-id', each);
        ids.add(each.id);
      }
      for (const attribute of ['aria-labelledby', 'aria-controls', 'aria-describedby'])
        for (const each of all('[' + attribute + ']'))
          for (const id of each.getAttribute(attribute).split(' '))
            if (!ids.has(id)) fault('aria-valid-attr-value', each, ' ' + id);
      for (const each of all('button, a[href], summary, [role=tab]').filter(seen)) {
        if (!nameOf(each)) fault('button-name', each);
        const at = each.getBoundingClientRect();
        if (each.tagName !== 'A' && (at.width < 24 || at.height < 24)) fault('target-size', each);
      }
      for (const each of all('input, select, textarea').filter(seen))
        if (!each.closest('label') && !each.getAttribute('aria-label')) fault('label', each);
      for (const each of all('[role=tab]'))
        if (!each.closest('[role=tablist]')) fault('aria-required-parent', each);
      for (const each of all('[role=tablist] > *'))
        if (each.getAttribute('role') !== 'tab') fault('aria-required-children', each);
      for (const each of all('[role=img], svg').filter(seen))
        if (!nameOf(each)) fault('svg-img-alt', each);
      for (const each of all('[tabindex]'))
        if (each.tabIndex > 0) fault('tabindex', each);
      for (const each of all('[aria-hidden=true] a, [aria-hidden=true] button'))
        fault('aria-hidden-focus', each);
      for (const each of all('ol > *, ul > *'))
        if (each.tagName !== 'LI') fault('list', each);
      for (const each of all('*').filter(seen))
        if (each.tabIndex < 0 && each.scrollHeight > each.clientHeight + 1
          && /auto|scroll/.test(getComputedStyle(each).overflowY)
          && !each.querySelector('a, button, [tabindex]'))
          fault('scrollable-region-focusable', each);

      // Contrast, WCAG 1.4.3.
      const part = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      const numbers = (color) => (color.match(/[\\d.]+/g) || []).map(Number);
      const light = ([r, g, b]) =>
        0.2126 * part(r / 255) + 0.7152 * part(g / 255) + 0.0722 * part(b / 255);
      const ground = (each) => {
        for (let at = each; at; at = at.parentElement) {
          const [r, g, b, a = 1] = numbers(getComputedStyle(at).backgroundColor);
          if (a > 0) return [r, g, b];
        }
        return [255, 255, 255];
      };
      const opacity = (each) => each
        ? Number(getComputedStyle(each).opacity) * opacity(each.parentElement) : 1;
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const each = node.parentElement;
        if (!node.data.trim() || !seen(each) || each.closest('script, style, button:disabled'))
          continue;
        const style = getComputedStyle(each);
        if (style.visibility === 'hidden') continue;
        const isDrawn = !!each.closest('svg');
        const below = isDrawn && each.closest('.ring')
          ? numbers(getComputedStyle(document.querySelector('svg .frame')).fill) : ground(each);
        const alpha = opacity(each);
        const ink = numbers(isDrawn ? style.fill : style.color).slice(0, 3)
          .map((value, index) => value * alpha + below[index] * (1 - alpha));
        const [high, low] = [light(ink), light(below)].sort((one, two) => two - one);
        const ratio = (high + 0.05) / (low + 0.05);
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (isLarge ? 3 : 4.5)) fault('color-contrast', each, ' ' + ratio.toFixed(2));
      }
      if (document.documentElement.scrollWidth > innerWidth + 1)
        fault('reflow', document.body, ' ' + document.documentElement.scrollWidth);
      return Array.from(faults).sort().join('\\n');
    })()
    """
}
