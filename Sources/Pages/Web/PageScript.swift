/// What pages do by themselves: judge answers and walk through runs. Everything is in the page
/// already; without a script all of it is shown.
enum PageScript {
  static let text: Markup = """
    'use strict';
    const all = (query, root) => Array.from((root || document).querySelectorAll(query));

    // Questions. What is right was explored when the page was made.
    for (const question of all('.question')) {
      const verdict = question.querySelector('.verdict');
      const buttons = all('.options button[data-key]', question);
      const judge = (isRight, words) => {
        verdict.textContent = (isRight ? 'Right' : 'No')
          + (question.dataset.truth ? ': ' + question.dataset.truth : '') + '. ' + (words || '');
        verdict.className = 'verdict ' + (isRight ? 'good' : 'bad');
        const answer = question.querySelector('details');
        if (answer) answer.open = true;
        for (const hidden of all('.unasked')) hidden.hidden = false;
        question.classList.add('answered');
      };
      for (const button of buttons) button.addEventListener('click', () => {
        for (const other of buttons) {
          other.setAttribute('aria-pressed', String(other === button));
          other.classList.toggle('right', 'right' in other.dataset);
          other.classList.toggle('wrong', other === button && !('right' in other.dataset));
        }
        judge('right' in button.dataset, button.dataset.remark);
      });
      const check = question.querySelector('button[data-check]');
      if (check) check.addEventListener('click', () => {
        const boxes = all('input', question);
        judge(boxes.every(box => box.checked === ('right' in box.dataset)), '');
      });
    }
    for (const button of all('[data-show]')) button.addEventListener('click', () => {
      for (const hidden of all('.unasked')) hidden.hidden = false;
    });

    // Runs, one at a time, step by step.
    const runs = all('.run');
    const tabs = all('.tabs button');
    const said = document.querySelector('.said');
    let run = 0, step = [];
    const show = (moved) => {
      if (!runs.length || !said) return;
      runs.forEach((each, index) => { each.hidden = index !== run; });
      tabs.forEach((tab, index) => {
        tab.setAttribute('aria-selected', String(index === run));
        tab.tabIndex = index === run ? 0 : -1;
      });
      const steps = all('.lanes > li', runs[run]);
      const now = step[run] = Math.max(0, Math.min(steps.length - 1, step[run] || 0));
      steps.forEach((each, index) => {
        each.classList.toggle('later', index > now);
        each.classList.toggle('now', index === now);
        if (index === now) each.setAttribute('aria-current', 'step');
        else each.removeAttribute('aria-current');
      });
      let line = null;
      for (const each of all('.source .line', runs[run])) {
        const isNow = !!steps.length && each.dataset.line === steps[now].dataset.line;
        each.classList.toggle('now', isNow);
        if (isNow) line = each;
      }
      const table = steps.length ? Number(steps[now].dataset.objects) : 0;
      all('.objects', runs[run]).forEach((each, index) => { each.hidden = index !== table; });
      all('.end', runs[run]).forEach(each => { each.hidden = now < steps.length - 1; });
      if (steps.length) said.textContent = steps[now].dataset.said;
      document.querySelector('[data-go="-1"]').disabled = now === 0;
      document.querySelector('[data-go="1"]').disabled = now >= steps.length - 1;
      if (!moved) return;
      const inside = (element, frame) => {
        if (!element || !frame || frame.scrollHeight <= frame.clientHeight) return;
        const offset = element.getBoundingClientRect().top - frame.getBoundingClientRect().top;
        if (offset < 40 || offset + element.offsetHeight > frame.clientHeight)
          frame.scrollTop += offset - frame.clientHeight / 2;
      };
      inside(steps[now], runs[run].querySelector('.scroll'));
      inside(line, runs[run].querySelector('.source'));
      const deed = steps[now] && steps[now].querySelector('.deed').getBoundingClientRect();
      const bar = document.querySelector('.bar').getBoundingClientRect();
      if (deed && (deed.top < 0 || deed.bottom > Math.min(bar.top, innerHeight)))
        window.scrollBy(0, deed.top - innerHeight / 2);
    };
    const go = (way) => { step[run] = (step[run] || 0) + way; show(true); };
    for (const button of all('[data-go]'))
      button.addEventListener('click', () => go(Number(button.dataset.go)));
    const choose = (index) => {
      run = (index + runs.length) % runs.length;
      show(true);
    };
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
    for (const link of all('[data-run]')) link.addEventListener('click', () => {
      choose(Number(link.dataset.run));
      document.getElementById('orders').scrollIntoView();
    });
    document.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (/^(INPUT|TEXTAREA|SELECT|PRE)$/.test(event.target.tagName)) return;
      const ways = { ArrowRight: 1, ArrowLeft: -1, n: 1, p: -1, Home: -1e9, End: 1e9 };
      const player = document.getElementById('orders');
      const open = document.querySelector('.question:not(.answered)');
      if (player && !player.hidden && event.key in ways) {
        event.preventDefault();
        go(ways[event.key]);
      } else if (open && /^[1-8]$/.test(event.key)) {
        const option = all('.options button[data-key]', open)[Number(event.key) - 1];
        if (option) option.click();
      }
    });
    for (const hidden of all('.unasked')) hidden.hidden = true;
    for (const screen of all('.screen')) screen.hidden = false;
    addEventListener('beforeprint', () => { for (const each of all('details')) each.open = true; });
    show(false);
    """
}
