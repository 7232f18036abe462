import JSON

/// Checks a page with a script in the browser; each finding is a line.
enum PageAudit {
  /// Returns a list of findings.
  static let script = """
    (() => {
      const found = [];
      const root = document.documentElement;
      const name = (e) => e.tagName.toLowerCase() + ' "' + e.textContent.trim().slice(0, 30) + '"';
      if (root.scrollWidth > root.clientWidth) {
        found.push(`wider than the window: ${root.scrollWidth} > ${root.clientWidth}`);
      }
      if (!root.lang || !document.title) found.push('no language or no title');

      let level = 0;
      for (const heading of document.querySelectorAll('h1, h2, h3, h4')) {
        const next = Number(heading.tagName[1]);
        if (next > level + 1) found.push(`${name(heading)} skips a level`);
        level = next;
      }
      if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
      for (const landmark of ['header', 'nav', 'main']) {
        if (!document.querySelector(landmark)) found.push(`no ${landmark}`);
      }
      for (const nav of document.querySelectorAll('nav')) {
        if (!nav.getAttribute('aria-label')) found.push('a nav without a label');
      }
      for (const table of document.querySelectorAll('table')) {
        if (!table.caption || !table.caption.textContent) found.push('a table without a caption');
        for (const header of table.querySelectorAll('th')) {
          if (!header.scope) found.push(`${name(header)} has no scope`);
        }
      }
      for (const field of document.querySelectorAll('input, select')) {
        if (!field.labels.length) found.push(`${field.name} has no label`);
      }
      for (const image of document.querySelectorAll('img')) {
        if (!image.hasAttribute('alt')) found.push('an image without alt');
        if (!image.naturalWidth) found.push('an image that does not load');
      }
      for (const link of document.querySelectorAll('a')) {
        if (!link.textContent.trim()) found.push(`a link without words: ${link.href}`);
      }
      const names = [...document.querySelectorAll('[id]')].map((e) => e.id);
      if (new Set(names).size !== names.length) found.push('an id that is there twice');

      const numbers = (color) => color.match(/[0-9.]+/g).map(Number);
      const luminance = (color) => {
        const [r, g, b] = numbers(color).map((part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const background = (element) => {
        for (let one = element; one; one = one.parentElement) {
          const color = getComputedStyle(one).backgroundColor;
          const parts = numbers(color);
          if (parts.length < 4 || parts[3] === 1) return color;
        }
        return 'rgb(255, 255, 255)';
      };
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (words.nextNode()) {
        const element = words.currentNode.parentElement;
        if (!words.currentNode.data.trim() || !element.checkVisibility()) continue;
        const pair = [luminance(getComputedStyle(element).color), luminance(background(element))];
        const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
        if (contrast < 4.5) found.push(`${name(element)} has a contrast of ${contrast.toFixed(2)}`);
      }
      return [...new Set(found)];
    })()
    """

  /// Returns the problem of the focused element, or an empty text.
  static let focus = """
    (() => {
      const element = document.activeElement;
      if (!element || element === document.body) return 'nothing has the focus';
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const words = `${element.tagName} "${element.textContent.trim().slice(0, 30)}"`;
      if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) {
        return `${words} shows no focus`;
      }
      if (box.right <= 0 || box.width === 0) return `${words} is out of sight`;
      return '';
    })()
    """

  /// The lines of a result.
  static func lines(_ answer: Value) -> [String] {
    (answer.array ?? []).compactMap(\.string)
  }
}
