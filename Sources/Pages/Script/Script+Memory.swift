extension Script {
  static let memory: Markup = """
    // What was seen and answered in a chapter, kept in this browser. Where nothing may be kept, a
    // page begins anew each time.
    const memory = {
      key: (chapter) => 'core-data-workbook ' + chapter,
      read(chapter) {
        try {
          const kept = JSON.parse(localStorage.getItem(this.key(chapter)));
          return {
            seen: Array.isArray(kept.seen) ? kept.seen : [], answers: Object(kept.answers),
          };
        } catch { return { seen: [], answers: {} }; }
      },
      write(chapter, kept) {
        try { localStorage.setItem(this.key(chapter), JSON.stringify(kept)); } catch {}
      },
      forget(chapter) {
        try { localStorage.removeItem(this.key(chapter)); } catch {}
      },
    };
    // A list of chapters says how far each was read.
    for (const place of all('[data-progress]')) {
      const seen = memory.read(place.dataset.progress).seen.length;
      const steps = Number(place.dataset.steps);
      if (seen) place.textContent = 'You have seen ' + Math.min(seen, steps) + ' of ' + steps
        + ' steps.';
    }
    """
}
