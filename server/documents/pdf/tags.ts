/** Everything that is read aloud has a tag; the rest is marked as decoration. */
export function createTags(pdf: PDFKit.PDFDocument) {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const within = (
    parent: PDFKit.PDFStructureElement,
    type: string,
    options: PDFKit.Mixins.StructureElementOptions = {},
  ) => {
    const element = pdf.struct(type, options);
    parent.add(element);
    return element;
  };
  return {
    root,
    /** A new element in `parent`, which may grow until it or its parent ends. */
    within,
    /** Marks what `draw` draws as decoration. */
    decorate: (type: 'Pagination' | 'Layout', draw: () => void) => {
      pdf.markContent('Artifact', { type });
      draw();
      pdf.endMarkedContent();
    },
    /** Writes what is known about the tags of a full page, and releases it from memory. */
    releasePage: () => {
      const parents = pdf.getStructParentTree();
      const { structParentTreeKey } = pdf.page;
      const elements = pdf.ref(parents.get(structParentTreeKey));
      elements.end(undefined);
      Object.assign(elements, { data: {} });
      parents.add(structParentTreeKey, elements);
    },
  };
}
