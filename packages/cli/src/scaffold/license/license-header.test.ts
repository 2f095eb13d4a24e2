import { expect, test } from 'vitest';
import { headerText, licenses, readHeaderText } from './license-header.ts';

test.each(licenses.flatMap((license) => ['The Crew', 'Crew & Co.', ''].map((owner) => ({ license, owner }))))(
  'reads what it wrote: %j',
  (words) => {
    const text = headerText(words);
    expect(readHeaderText(text)).toEqual(words.license === 'none' ? { license: 'none', owner: '' } : words);
    expect(readHeaderText(text.replaceAll('\n', '\r\n'))).toEqual(readHeaderText(text));
  },
);

test('names the owner in the line of the copyright', () => {
  expect(headerText({ license: 'copyright', owner: 'The Crew' })).toBe('/*\nCopyright YEAR The Crew.\n*/\n');
  expect(headerText({ license: 'copyright', owner: '' })).toBe('/*\nCopyright YEAR.\n*/\n');
  expect(headerText({ license: 'apache2', owner: 'The Crew' })).toMatch(
    /^\/\*\nCopyright YEAR The Crew\.\n\nLicensed under the Apache License, Version 2\.0[^]*limitations under the License\.\n\*\/\n$/,
  );
});

test('knows no text that it did not write', () => {
  expect(readHeaderText('// Mine.\n')).toBeUndefined();
  expect(readHeaderText('/*\nCopyright 2026 The Crew.\n*/\n')).toBeUndefined();
});
