/** A known difference, and its reason. */
export interface KnownDifference {
  /** The area of the sequence; if any sequence may show the difference, an area with one that does. */
  readonly area: string;
  /** The sequence; `*` for any. */
  readonly sequence: string;
  /** Matches `⟨answer⟩ ⟨path⟩`, such as `3 body.message`. */
  readonly where: RegExp;
  /** Why no operator can notice it, or which later work removes it. */
  readonly why: string;
}

/** All known differences. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    area: 'forms of tables',
    sequence: '*',
    where: /columnDefinitions\[\d+\]\.description$/,
    why: "The prose of Kubernetes' API documentation is not in this tree, and no client prints what stands here.",
  },
  {
    area: 'unusual bodies',
    sequence: 'custom objects that nest deeply',
    where: /^2 status$/,
    why: 'The real server keeps what nests up to 10,000 levels, ours up to 1,000: all that walks over values does so by recursion. Deeper JSON is 400, in the words of the real limit; so is YAML, of which the reader takes some hundred levels.',
  },
  {
    area: 'strategic merge directives',
    sequence: '$setElementOrder of objects',
    where: /^22 body\.message$/,
    why: 'The order of a list that the kind does not have is refused in the same words, but without the name of the Go struct.',
  },
  {
    area: 'built-in kinds',
    sequence: 'pods',
    where: /^6 body\.(message|details\.causes\[0\]\.message)$/,
    why: 'After the same first line the real server prints a diff of its internal Go struct, which is not there in ours; clients match the first line.',
  },
  {
    area: 'unusual bodies',
    sequence: 'values that only YAML has',
    where: /^17 body\.message$/,
    why: 'An integer past 2^63 in YAML is a float, as there; the message shows the digits of the float, not those of the document.',
  },
  {
    area: 'limits of numbers',
    sequence: '*',
    where: /^0 body\.spec\..*\.p[12]\.(?:minimum|maximum|multipleOf)$/,
    why: 'A limit of -0 is stored as 0, as JavaScript writes it; the two compare alike.',
  },
  {
    area: 'values of numbers',
    sequence: 'values by their types',
    where: /^[2678] body\.(?:message|details\.causes\[0\]\.message)$/,
    why: 'In JavaScript 1.0, 1e2 and -0.0 are the numbers 1, 100 and 0. The real server calls them "number" instead of "integer" until it has stored them, and refuses and accepts the same, except for the replicas of a custom scale.',
  },
  {
    area: 'values of numbers',
    sequence: '*',
    where: /^[367] body\.metadata\.managedFields\[[02]\]\.fieldsV1\.f:spec\.f:set\.v:/,
    why: 'The real server reads the items of sets and the keys of list maps in managed fields as floats, so that two integers past 2^53 may become one; ours keeps them exactly.',
  },
  {
    area: 'values of numbers',
    sequence: 'applied numbers, and their owners',
    where: /^8 /,
    why: 'For the real server an integer equals a float that it rounds to: it takes 9223372036854775808 for the 9223372036854775807 of another manager and changes nothing. Ours reports the conflict.',
  },
  {
    area: 'values of numbers',
    sequence: 'status and scale with numbers',
    where: /^(?:6|9|12|15|18) body\.message$/,
    why: 'If the Scale of a custom object cannot be decoded, the real server reports that it does not know the kind Scale; ours reports what is wrong.',
  },
  {
    area: 'values of numbers',
    sequence: 'status and scale with numbers',
    where: /^14 body\.(?:message|details\.causes\[0\]\.message)$/,
    why: 'The message shows the patched document: the real server with the digits of the patch, ours with those of the float.',
  },
  ...[
    { area: 'decoding of definitions', sequence: 'values of spec.versions.0.schema', where: /^3 / },
    { area: 'decoding of definitions', sequence: 'values of spec.versions.0.schema.openAPIV3Schema', where: /^2 / },
    { area: 'versions of definitions', sequence: 'selectable fields of several versions', where: /^[89] / },
    { area: 'declarations of definitions', sequence: 'paths of selectable fields', where: /^20 / },
    { area: 'declarations of rules', sequence: 'paths of fields', where: /^23 / },
  ].map((place) => ({
    ...place,
    why: 'The real server panics here and closes the connection without an answer; ours says what is wrong with the definition.',
  })),
  {
    area: 'decoding of definitions',
    sequence: 'values of apiVersion',
    where: /^2 headers\.warning$/,
    why: 'The real server also reads v1beta1, and warns of fields that it does not have, before it refuses the version.',
  },
  {
    area: 'structure of schemas',
    sequence: 'keywords of the root that are empty, beside a status',
    where: /./,
    why: 'Empty lists and maps in schemas are dropped when they are read; the real server refuses these at the root beside a status.',
  },
  {
    area: 'keywords of schemas',
    sequence: 'keywords that are empty',
    where: /./,
    why: 'Empty dependencies are dropped when they are read; the real server refuses them.',
  },
  {
    area: 'declarations of definitions',
    sequence: 'strategies of conversion',
    where: /^12 body\.metadata\.managedFields/,
    why: 'A webhook with an empty list of versions, and no more, is dropped; the real server still remembers who set it.',
  },
  {
    area: 'defaults of schemas',
    sequence: 'defaults of embedded resources',
    where: /^1[2-5] body\.spec\..*\.default\.metadata/,
    why: 'When the real server validates the metadata of a default, it writes its canonical form into the definition; ours keeps what was written.',
  },
  {
    area: 'aggregation and proxied requests',
    sequence: 'responses of an extension server',
    where: /^6 body$/,
    why: 'The real server lets links in HTML lead to the address of the extension server, which clients outside the cluster cannot reach; ours keeps them.',
  },
  {
    area: 'hostile definitions',
    sequence: 'schemas that nest more deeply than the embedded server keeps',
    where: /^[01] status$/,
    why: 'The real server keeps what nests up to 10,000 levels, ours up to 1,000: all that walks over values does so by recursion.',
  },
  {
    area: 'mistakes in jobs',
    sequence: 'labels and selectors of jobs',
    where: /^(?:4|17|18) body\.metadata\.labels\..*controller-uid$/,
    why: "A Job without labels of its own gets those of its template. In the real server both are one map then, so that it also gets the uid that is generated for the template's.",
  },
  ...[
    { area: 'mistakes in jobs', sequence: 'success policies of jobs', where: /^0 body\.(?:message|details)/ },
    { area: 'mistakes in jobs', sequence: 'changes of jobs', where: /^(?:5|6|10) body\.(?:message|details)/ },
  ].map((place) => ({
    ...place,
    why: 'The real server prints the value of a field with the names of its internal Go type; ours prints it as it was sent.',
  })),
];
