import { expect, test } from 'vitest';
import { withDevDependency } from './dev-dependency.ts';

test.each([
  ['as formatters print it', '{\n  "name": "a",\n  "files": ["b"],\n  "devDependencies": {\n    "z": "1"\n  }\n}\n'],
  ['with tabs', '{\n\t"name": "a",\n\t"devDependencies": {\n\t\t"z": "1"\n\t}\n}'],
])('a package.json keeps its form, line breaks and byte order mark: %s', (_name, text) => {
  const indentation = text.includes('\t') ? '\t\t' : '    ';
  const added = text.replace(/( +|\t+)"z"/, `${indentation}"y": "2",\n$1"z"`);
  const forms = [(one: string) => one, (one: string) => `\uFEFF${one.replaceAll('\n', '\r\n')}`];
  for (const form of forms) {
    expect(withDevDependency(form(text), 'y', '2')).toEqual({ text: form(added) });
    expect(withDevDependency(form(added), 'y', '2')).toEqual({ text: form(added) });
  }
});
