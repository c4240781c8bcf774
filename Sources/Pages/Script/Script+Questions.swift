extension Script {
  static let questions: Markup = """
    // Questions. What is right was explored when the page was made.
    for (const question of all('.question')) {
      const verdict = one('.verdict', question);
      const fold = one('details.answer', question);
      const buttons = all('.options button[data-key]', question);
      const boxes = all('.options input', question);
      const isRight = (option) => 'right' in option.dataset;
      const close = (keys) => {
        if (fold) fold.open = true;
        question.classList.add('answered');
        question.dispatchEvent(new CustomEvent('answered', { bubbles: true, detail: keys }));
      };
      const judge = (isGood, words, keys) => {
        const truth = question.dataset.truth;
        verdict.textContent = (isGood ? 'Right' : 'No') + (truth ? ': ' + truth : '') + '. '
          + (words || '');
        verdict.className = 'verdict ' + (isGood ? 'good' : 'bad');
        // One answer is enough.
        for (const again of all('.truth', question)) again.hidden = !!truth;
        close(keys);
      };
      const choose = (button) => {
        for (const other of buttons) {
          other.setAttribute('aria-pressed', String(other === button));
          other.classList.toggle('right', isRight(other));
          other.classList.toggle('wrong', other === button && !isRight(other));
        }
        judge(isRight(button), button.dataset.remark, [button.dataset.key]);
      };
      const check = () => {
        for (const box of boxes) {
          box.parentElement.classList.toggle('right', isRight(box));
          box.parentElement.classList.toggle('wrong', box.checked && !isRight(box));
        }
        const chosen = boxes.filter(box => box.checked);
        const remarks = chosen.filter(box => !isRight(box))
          .map(box => box.parentElement.dataset.remark).filter(Boolean);
        judge(boxes.every(box => box.checked === isRight(box)), remarks.join(' '),
          chosen.map(box => box.value));
      };
      for (const button of buttons) button.addEventListener('click', () => choose(button));
      const ordering = one('.options[data-orders]', question);
      const places = ordering ? all('button', ordering) : [];
      const orders = ordering ? ordering.dataset.orders.split('|') : [];
      let sequence = [];
      const number = () => {
        for (const button of places) {
          const place = sequence.indexOf(button);
          one('.place', button).textContent = place < 0 ? '' : '(' + (place + 1) + ')';
          button.setAttribute('aria-pressed', String(place >= 0));
        }
      };
      const arrange = (button) => {
        if (sequence.length === places.length) sequence = [];
        if (!sequence.includes(button)) sequence.push(button);
        number();
        if (sequence.length < places.length) return;
        const told = sequence.map(each => each.dataset.place);
        const wrong = sequence.find((each, index) => {
          const start = told.slice(0, index + 1).join(' ');
          return !orders.some(order => (order + ' ').startsWith(start + ' '));
        });
        judge(!wrong, wrong && wrong.dataset.remark, sequence.map(each => each.value));
      };
      for (const button of places) button.addEventListener('click', () => arrange(button));
      const ready = one('button[data-check]', question);
      if (ready) ready.addEventListener('click', check);
      // Its options may have changed since an answer was kept.
      question.addEventListener('answer', (event) => {
        const keys = event.detail;
        const button = buttons.find(each => each.dataset.key === keys[0]);
        if (!keys.length) return close(keys);
        if (ordering) {
          sequence = [];
          for (const key of keys) arrange(places.find(each => each.value === key) || places[0]);
          return;
        }
        if (button) return choose(button);
        for (const box of boxes) box.checked = keys.includes(box.value);
        if (boxes.some(box => box.checked)) check();
      });
    }
    // A page of one scenario hides what it asks about.
    const uncover = () => { for (const hidden of all('.unasked')) hidden.hidden = false; };
    for (const hidden of all('.unasked')) hidden.hidden = true;
    document.addEventListener('answered', uncover);
    for (const button of all('[data-show]')) button.addEventListener('click', uncover);
    """
}
