import { expect, test } from 'vitest';
import { hasUnseen, visibleText } from './visible-text.ts';

test('marks of direction and control characters are escapes, other text stays', () => {
  expect(visibleText('\u001b[31m \u202egnp.exe\u2069\u2028\u009b')).toBe(
    String.raw`\u001b[31m \u202egnp.exe\u2069\u2028\u009b`,
  );
  const plain = 'שלום, Grüße 👩‍💻\n\tagain';
  expect(visibleText(plain)).toBe(plain);
  expect([hasUnseen('a\u202eb'), hasUnseen(plain), hasUnseen('a\u202eb')]).toEqual([true, false, true]);
});
