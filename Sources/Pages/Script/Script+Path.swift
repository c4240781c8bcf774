extension Script {
  static let path: Markup = """
    // A chapter: its steps one by one, and what was seen and answered.
    const chapter = document.body.dataset.chapter;
    const path = all('.step');
    let seen = 0;
    const kept = chapter ? memory.read(chapter) : null;
    const items = all('.contents li');
    // What an answer is kept by.
    const name = (question) => question.closest('.step').id
      + (question.classList.contains('second') ? '/promised' : '');
    const isOpen = (step) => {
      const question = one('.question', step);
      return question && !question.classList.contains('answered') && !!one('.answer', question);
    };
    const tell = () => {
      path.forEach((step, index) => {
        step.classList.toggle('open', index <= seen);
        const button = one('[data-next]', step);
        button.hidden = index < seen ? !isOpen(step) : index === path.length - 1 && !isOpen(step);
        button.textContent = isOpen(step) ? 'Show the answer' : 'Next';
        button.classList.toggle('main', !isOpen(step));
      });
      items.forEach((item, index) => {
        item.classList.toggle('later', index > seen);
        item.classList.toggle('done', index < seen && !isOpen(path[index]));
      });
      one('.standing').textContent = 'Step ' + (seen + 1) + ' of ' + path.length;
      one('.standing').hidden = false;
      one('meter').value = seen + 1;
      one('[data-all]').hidden = seen === path.length - 1;
    };
    const keep = () => {
      kept.seen = path.slice(0, seen + 1).map(step => step.id);
      memory.write(chapter, kept);
    };
    const open = (index, moves) => {
      seen = Math.max(seen, index);
      tell();
      if (!moves) return;
      keep();
      path[index].scrollIntoView();
      one('h2', path[index]).focus({ preventScroll: true });
    };
    const press = (step) => {
      if (!isOpen(step)) return open(path.indexOf(step) + 1, true);
      one('.question', step).dispatchEvent(new CustomEvent('answer', { detail: [] }));
    };
    // Enter goes on where there is nothing to answer.
    const goOn = () => {
      const step = path[seen];
      if (!step || isOpen(step) || seen === path.length - 1) return false;
      press(step);
      return true;
    };
    if (chapter && path.length) {
      const last = Math.max(0, ...kept.seen.map(id => path.findIndex(step => step.id === id)));
      const asked = path.findIndex(step => '#' + step.id === location.hash);
      for (const step of path) {
        for (const question of all('.question', step)) {
          const keys = kept.answers[name(question)];
          if (Array.isArray(keys))
            question.dispatchEvent(new CustomEvent('answer', { detail: keys }));
        }
        one('[data-next]', step).addEventListener('click', () => press(step));
      }
      document.addEventListener('answered', (event) => {
        const step = event.target.closest('.step');
        kept.answers[name(event.target)] = event.detail;
        current = one('.player', step) || current;
        tell();
        keep();
      });
      addEventListener('hashchange', () => {
        const index = path.findIndex(step => '#' + step.id === location.hash);
        if (index >= 0) open(index, true);
      });
      one('[data-all]').addEventListener('click', () => { open(path.length - 1, false); keep(); });
      one('[data-forget]').addEventListener('click', () => {
        memory.forget(chapter);
        location.hash = '';
        location.reload();
      });
      one('.contents details').open = matchMedia('(min-width: 1000px)').matches;
      open(Math.max(last, asked), false);
      if (asked >= 0) path[asked].scrollIntoView();
    }
    """
}
