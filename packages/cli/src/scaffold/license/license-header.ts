/** The licenses whose header kb can write. */
export const licenses = ['apache2', 'copyright', 'none'] as const;

/** A license whose header kb can write; `copyright` is the line of the owner alone. */
export type License = (typeof licenses)[number];

/** What the header of a project's sources says. */
export interface HeaderWords {
  readonly license: License;
  /** The holder of the copyright. Empty: nobody is named. */
  readonly owner: string;
}

/** The file of the header that kb writes, relative to PROJECT, as kubebuilder's hack/boilerplate.go.txt. */
export const HEADER_FILE = 'hack/boilerplate.ts.txt';

const apache2 = `
Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
`;

/** The text of a header, with ` YEAR` in the place of the year; empty without a license. */
export function headerText({ license, owner }: HeaderWords): string {
  if (license === 'none') return '';
  return `/*\nCopyright YEAR${owner === '' ? '' : ` ${owner}`}.\n${license === 'apache2' ? apache2 : ''}*/\n`;
}

/** Reads a header that {@link headerText} wrote; undefined for every other text. */
export function readHeaderText(text: string): HeaderWords | undefined {
  const plain = text.replaceAll('\r\n', '\n');
  if (plain === '') return { license: 'none', owner: '' };
  const owner = /^\/\*\nCopyright YEAR(?: (.+))?\.\n/.exec(plain)?.[1] ?? '';
  return licenses.map((license) => ({ license, owner })).find((words) => headerText(words) === plain);
}
