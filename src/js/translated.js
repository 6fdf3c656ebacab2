// Keeps the texts of the page current in a browser that translates it. A translator takes a text node out and puts an element `font` in
// its place, so that later changes of the node would not be seen. The node is put back, empty, behind its translation; that goes when
// the page changes or removes the node.
(() => {
  const translations = new WeakMap();
  const originals = new WeakMap();
  const isTranslation = (node) => node?.nodeName === 'FONT';

  function end(node) {
    translations.get(node)?.remove();
    translations.delete(node);
  }

  function putBack(node, { addedNodes, previousSibling, nextSibling }) {
    const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
    if (!translation?.isConnected || originals.has(translation)) return;
    translations.set(node, translation);
    originals.set(translation, { node, text: node.data });
    node.data = '';
    translation.after(node);
  }

  function removed(node, record) {
    if (node.isConnected) return;
    if (node.nodeType === Node.TEXT_NODE) {
      if (!translations.has(node)) return putBack(node, record);
      node.data = originals.get(translations.get(node)).text;
      return end(node);
    }
    // The visitor has asked for the original.
    const original = originals.get(node);
    if (original && translations.get(original.node) === node) {
      original.node.data = original.text;
      translations.delete(original.node);
    }
  }

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') end(record.target);
      for (const node of record.removedNodes) removed(node, record);
    }
    // The changes made here are not the page's.
    observer.takeRecords();
  });
  observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true });
})();
