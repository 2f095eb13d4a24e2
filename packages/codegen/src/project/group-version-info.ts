/** The name of the file that states the group version of a folder. */
export const GROUP_VERSION_FILE = 'groupversion-info.ts';

/** The initial text of that file. It is written once; from then on it belongs to the author. */
export function groupVersionText(group: string, version: string): string {
  return `// The API of the group ${group}, version ${version}: markers of the whole folder.
// +groupName=${group}
// +versionName=${version}
export {};
`;
}

/** True for a file that states the group of its folder. */
export function saysGroup(text: string): boolean {
  return /^[ \t]*(?:\/\/+|\/?\*+)[ \t]*\+groupName=/m.test(text);
}
