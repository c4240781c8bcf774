extension Script {
  static let scheduler: Markup = """
    // The reader decides who goes next. All orders were explored when the page was made: a node has
    // what was told up to it `t`, who can go on `c` and to which node, who cannot `b`, or how it
    // ended `e`. What they do next is said once.
    for (const root of all('.make')) {
      const book = JSON.parse(one('script', root).textContent);
      for (const node of book.nodes) {
        node.b = (node.b || []).map(move => book.moves[move]);
        node.c = node.c && node.c.map(([move, to]) => [...book.moves[move], to]);
      }
      const question = root.closest('.question');
      const said = one('.said', root), rows = one('.lanes', root);
      let way = [];
      const nodeAfter = (count) =>
        way.slice(0, count).reduce((node, choice) => book.nodes[node].c[choice][3], 0);
      const look = (who) => 'lane-' + who % 4;

      // Whether `every` or `some` order from a node on ends in such a way.
      const known = new Map();
      const ends = (node, which, isSuch) => {
        const { c, e } = book.nodes[node];
        const name = which + node;
        if (!known.has(name))
          known.set(name, e === undefined
            ? c[which](choice => ends(choice[3], which, isSuch)) : isSuch(book.ends[e]));
        return known.get(name);
      };
      const isLost = (node) => book.isWhole && ends(node, 'every', each => each.bad);
      const leadsThere = (node) => ends(node, 'some', each => each.name === book.goal);

      const drawRow = ([who, text]) => {
        const row = element('li'), deed = element('div', 'deed ' + look(who));
        deed.style.setProperty('--lane', who);
        deed.append(element('span', 'who', book.lanes[who]), ' ', element('span', 'text', text));
        row.append(deed);
        return row;
      };
      const drawLanes = (node, known) => {
        rows.replaceChildren(...node.t.map(step => drawRow(book.steps[step])));
        if (way.length) for (const row of Array.from(rows.children).slice(known))
          row.classList.add('now');
        const lost = way.findIndex((_, index) => isLost(nodeAfter(index + 1)));
        const row = rows.children[lost < 0 ? -1 : book.nodes[nodeAfter(lost)].t.length];
        if (row) row.append(element('div', 'turn', 'from here on every order goes wrong'));
        const frame = one('.scroll', root);
        frame.scrollTop = frame.scrollHeight;
      };
      // Where each thread stands.
      const drawSource = (node, last) => {
        const frame = one('.source', root);
        for (const tag of all('.source .at', root)) tag.remove();
        for (const line of all('.source .line', root)) {
          const number = Number(line.dataset.line);
          const isNow = !!last && number === last[2];
          line.classList.toggle('now', isNow);
          if (isNow) frame.scrollTop = line.offsetTop - frame.clientHeight / 2;
          for (const [who, , at] of (node.c || []).concat(node.b))
            if (at === number) line.prepend(element('span', 'at ' + look(who), book.lanes[who]));
        }
      };
      const drawThreads = (node) => {
        for (const button of all('[data-thread]', root)) {
          const isOfIt = (each) => each[0] === Number(button.dataset.thread);
          const choice = (node.c || []).find(isOfIt), wait = node.b.find(isOfIt);
          button.setAttribute('aria-disabled', String(!choice));
          one('.what', button).textContent = choice ? choice[1]
            : wait ? 'cannot go on: ' + wait[1] : 'has nothing to do';
        }
      };
      const drawEnd = (end) => {
        one('.end', root).hidden = !end;
        one('[data-hint]', root).disabled = !!end;
        if (!end) return;
        one('.end p', root).textContent = end.name + ': ' + end.says;
        one('.end p', root).className = end.bad ? 'bad' : 'good';
        all('.end figure', root).forEach((each, index) => { each.hidden = index !== end.ring; });
      };
      const words = (end, news) => {
        if (!way.length) return 'Who goes first?';
        if (!end) return news.map(step => book.lanes[step[0]] + ' ' + step[1] + '.').join(' ');
        return end.name === book.goal ? 'You made it: ' + end.name + '.'
          : 'It ended as ' + end.name + '. Take a step back, or begin again.';
      };
      const draw = () => {
        const node = book.nodes[nodeAfter(way.length)];
        const known = way.length ? book.nodes[nodeAfter(way.length - 1)].t.length : 0;
        const end = node.e === undefined ? null : book.ends[node.e];
        const steps = node.t.map(step => book.steps[step]);
        drawLanes(node, known);
        drawSource(node, steps[steps.length - 1]);
        drawThreads(node);
        drawEnd(end);
        for (const back of all('[data-undo], [data-again]', root)) back.disabled = !way.length;
        said.textContent = words(end, steps.slice(known));
        if (end && end.name === book.goal && !question.classList.contains('answered'))
          question.dispatchEvent(new CustomEvent('answer', { detail: [] }));
      };

      const choose = (who) => {
        const node = book.nodes[nodeAfter(way.length)];
        const choice = (node.c || []).findIndex(each => each[0] === who);
        const wait = node.b.find(each => each[0] === who);
        if (choice >= 0) {
          way.push(choice);
          draw();
        } else said.textContent = book.lanes[who]
          + (wait ? ' cannot go on: ' + wait[1] + '.' : ' has nothing to do.');
      };
      const hint = () => {
        const choice = book.nodes[nodeAfter(way.length)].c.find(each => leadsThere(each[3]));
        said.textContent = choice ? 'Let ' + book.lanes[choice[0]] + ' go next.'
          : 'From here no order ends as ' + book.goal + ' any more. Take a step back.';
      };
      for (const button of all('[data-thread]', root))
        button.addEventListener('click', () => choose(Number(button.dataset.thread)));
      one('[data-undo]', root).addEventListener('click', () => { way.pop(); draw(); });
      one('[data-again]', root).addEventListener('click', () => { way = []; draw(); });
      one('[data-hint]', root).addEventListener('click', hint);
      draw();
    }
    """
}
