/** The versions of other tools that a new project asks for: those that kb itself is tested with (a test compares them with this repository's). */
export const toolVersions = {
  /** Of the image that the operator's is made from. */
  node: '26.10.0',
  '@types/node': '26.6.6',
  'fast-check': '4.10.2',
  nx: '23.2.1',
  oxlint: '1.89.0',
  'oxlint-tsgolint': '7.0.2004',
  prettier: '3.10.1',
  typescript: '7.0.2',
  /** What vitest runs on: a version that came out yesterday may lack a part of it in the registry. */
  vite: '8.3.8',
  vitest: '5.1.1',
} as const;
