/** The name of the file that says which group version a folder is. */
export const GROUP_VERSION_FILE = 'groupversion-info.ts';

/** What that file says in the beginning. It is written once, and the author's from then on. */
export function groupVersionText(group: string, version: string): string {
  return `// The API of the group ${group}, version ${version}: markers of the whole folder.
// +groupName=${group}
// +versionName=${version}
export {};
`;
}

/** True for a file that says which group its folder is. */
export function saysGroup(text: string): boolean {
  return /^[ \t]*(?:\/\/+|\/?\*+)[ \t]*\+groupName=/m.test(text);
}
