extension Script {
  static let player: Markup = """
    // Runs, one at a time, step by step.
    const players = new Map();
    const words = (run, row, now, count) => {
      const file = one('.source', run);
      const { place, line } = row.dataset;
      const here = line && file ? file.getAttribute('aria-label') + ':' + line : '';
      const deed = one('.who', row).textContent + ' ' + one('.text', row).textContent;
      return 'Step ' + (now + 1) + ' of ' + count + '. ' + deed.replace(/[.]?$/, '. ')
        + (place || here);
    };
    // The table of what objects were like after a step. A row that stays is 0.
    const fill = (box, rows, now) => {
      const history = JSON.parse(box.dataset.tables);
      const changed = rows.slice(0, now + 1).reverse().find(row => row.dataset.objects);
      const last = changed ? Number(changed.dataset.objects) : 0;
      const table = history[last].map((_, index) => {
        let from = last;
        while (history[from][index] === 0) from -= 1;
        return history[from][index];
      });
      const cells = (texts, tag) => {
        const made = element('tr');
        made.append(...texts.map(text => element(tag, '', text)));
        return made;
      };
      box.hidden = table.length < 2;
      one('thead', box).replaceChildren(cells(table[0] || [], 'th'));
      one('tbody', box).replaceChildren(...table.slice(1).map(texts => cells(texts, 'td')));
    };
    let current = null;
    for (const root of all('.player')) {
      const runs = all('.run', root), tabs = all('[role=tab]', root);
      const said = one('.said', root), play = one('[data-play]', root);
      let run = 0, step = [], timer = 0;
      const steps = () => all('.lanes > li', runs[run]);
      const show = (moved) => {
        runs.forEach((each, index) => { each.hidden = index !== run; });
        tabs.forEach((tab, index) => {
          tab.setAttribute('aria-selected', String(index === run));
          tab.tabIndex = index === run ? 0 : -1;
          if (index === run) tab.classList.remove('more');
        });
        const rows = steps();
        const now = step[run] = Math.max(0, Math.min(rows.length - 1, step[run] || 0));
        rows.forEach((row, index) => {
          row.classList.toggle('later', index > now);
          row.classList.toggle('now', index === now);
          if (index === now) row.setAttribute('aria-current', 'step');
          else row.removeAttribute('aria-current');
        });
        let line = null;
        for (const each of all('.source .line', runs[run])) {
          const isNow = !!rows.length && each.dataset.line === rows[now].dataset.line;
          each.classList.toggle('now', isNow);
          if (isNow) line = each;
        }
        for (const box of all('.objects[data-tables]', runs[run])) fill(box, rows, now);
        for (const each of all('.end, .objects[data-last]', runs[run]))
          each.hidden = now < rows.length - 1;
        if (rows.length && moved) said.textContent = words(runs[run], rows[now], now, rows.length);
        one('[data-go="-1"]', root).disabled = now === 0;
        one('[data-go="1"]', root).disabled = now >= rows.length - 1;
        if (moved) bringIntoView(rows[now], line);
      };
      const bringIntoView = (row, line) => {
        const inside = (shown, frame) => {
          if (!shown || !frame || frame.scrollHeight <= frame.clientHeight) return;
          const offset = shown.getBoundingClientRect().top - frame.getBoundingClientRect().top;
          if (offset < 40 || offset + shown.offsetHeight > frame.clientHeight)
            frame.scrollTop += offset - frame.clientHeight / 2;
        };
        inside(row, one('.scroll', runs[run]));
        inside(line, one('.source', runs[run]));
        if (!row || timer) return;
        const deed = one('.deed', row).getBoundingClientRect();
        const bar = one('.bar', root).getBoundingClientRect();
        const isIn = deed.top >= 0 && deed.bottom <= Math.min(bar.top, innerHeight);
        // The lanes with their heads and the program beside them, if that is not too high.
        const top = one('.pair', runs[run]).getBoundingClientRect().top;
        const { bottom } = one('.scroll', runs[run]).getBoundingClientRect();
        const fits = bottom - top + bar.height < innerHeight;
        if (!isIn || (fits && top < 0))
          window.scrollBy(0, fits ? top - 4 : deed.top - innerHeight / 2);
      };
      const stop = () => {
        clearTimeout(timer);
        timer = 0;
        if (play) play.textContent = 'Play';
      };
      const move = (way) => { step[run] = (step[run] || 0) + way; show(true); };
      const go = (way) => { stop(); current = root; move(way); };
      const choose = (index) => {
        stop();
        current = root;
        run = (index + runs.length) % runs.length;
        show(true);
      };
      const tick = () => {
        if (step[run] >= steps().length - 1) return stop();
        move(1);
        timer = setTimeout(tick, Number(root.dataset.seconds) * 1000 / steps().length);
      };
      const start = () => {
        if (step[run] >= steps().length - 1) { step[run] = 0; show(true); }
        play.textContent = 'Pause';
        timer = setTimeout(tick, Number(root.dataset.seconds) * 1000 / steps().length);
      };
      for (const button of all('[data-go]', root))
        button.addEventListener('click', () => go(Number(button.dataset.go)));
      tabs.forEach((tab, index) => {
        tab.addEventListener('click', () => choose(index));
        tab.addEventListener('keydown', (event) => {
          const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!way) return;
          event.preventDefault();
          event.stopPropagation();
          choose(run + way);
          tabs[run].focus();
        });
      });
      const more = one('[data-more]', root);
      if (more) more.addEventListener('click', () => {
        for (const tab of tabs) tab.classList.remove('more');
        more.remove();
        tabs[run].focus();
      });
      if (play) {
        play.addEventListener('click', () => timer ? stop() : start());
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches) start();
      }
      players.set(root, { go, choose });
      show(false);
      if (play) show(true);
    }
    for (const link of all('[data-run]')) link.addEventListener('click', () => {
      players.get(one('#orders')).choose(Number(link.dataset.run));
      one('#orders').scrollIntoView();
    });
    """
}
