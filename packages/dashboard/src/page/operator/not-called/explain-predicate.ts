const meanings: Readonly<Record<string, string>> = {
  generationChanged:
    'Of updates it passes only those of the spec: labels, annotations and status do not change metadata.generation.',
  labelChanged: 'Of updates it passes only those of labels.',
  annotationChanged: 'Of updates it passes only those of annotations.',
  resourceVersionChanged: 'It passes no resyncs.',
};

/** What a predicate of the runtime lets pass, in plain words; undefined for one that is not known. */
export function explainPredicate(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(meanings, name)) return meanings[name];
  const [, combinator, inner = ''] = /^(and|or|not|labelSelectorPredicate)\((.*)\)$/s.exec(name) ?? [];
  switch (combinator) {
    case 'labelSelectorPredicate':
      return `It passes only objects with the labels ${inner}.`;
    case 'and':
      return `It passes only what passes all of these: ${inner}.`;
    case 'or':
      return `It passes only what passes one of these: ${inner}.`;
    case 'not':
      return `It passes only what ${inner} does not pass.`;
    default:
      return undefined;
  }
}
