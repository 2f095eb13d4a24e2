/** Every code of a diagnostic, and what it stands for. Codes are stable: they are never renamed or given another meaning. */
export const diagnosticCodes = {
  'client-clash': 'Two group versions whose clients would be the same files.',
  'conflicting-markers': 'Two markers say different things of one declaration, or of one folder.',
  'conflicting-types': 'A declaration is made of parts whose schemas have different types.',
  'descriptions-missing': "Kubernetes' descriptions of its own types were not extracted yet.",
  'duplicate-kind': 'Two declarations are the same kind of the same group version.',
  'file-unreadable': 'A file or folder that cannot be read as text.',
  'generated-folder': 'A file that kb generates would replace a file that it did not make.',
  'header-file': 'The header of generated files is not there, or is more than comments.',
  'invalid-name': 'A name that the API server would refuse.',
  'marker-argument': "A marker's argument cannot be read, is missing, or has a value that is not allowed.",
  'marker-mismatch': 'A marker does not fit the type that it stands on.',
  'marker-misplaced': 'A marker stands where it has no meaning.',
  'marker-unknown': 'A marker that kb does not know, under one of its prefixes or close to one of its names.',
  'not-exported': 'A kind that its package does not export, so that no client can be made for it.',
  'nested-too-deeply': 'Types, or brackets of a source, that are nested deeper than anybody can read.',
  'no-schema': 'A type that JSON, or a structural schema, cannot express.',
  'not-a-kind': 'A declaration is marked as a kind, but does not extend KubernetesObject.',
  'package-name': 'The package of a folder has no name in its package.json.',
  'plain-number': 'A number whose size is not said.',
  'project-file': 'The project file cannot be read, or says something that is not allowed.',
  'recursive-type': 'A type that contains itself, which a structural schema cannot express.',
  'root-marker-missing': 'An interface extends KubernetesObject, but is not marked as a kind.',
  'schema-refused': 'A schema that the API server would refuse.',
  'source-syntax': 'A source file is no TypeScript.',
  'type-not-found': 'A name that is declared nowhere that the generator looks.',
  'version-flags': 'The versions of a kind do not agree on what is served and stored.',
} as const;

/** A diagnostic's identity. */
export type DiagnosticCode = keyof typeof diagnosticCodes;
