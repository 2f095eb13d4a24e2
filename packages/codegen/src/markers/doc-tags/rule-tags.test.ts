import { expect, test } from 'vitest';
import { ruleTags } from './rule-tags.ts';

test.each(ruleTags)('$example is read as it is written', ({ name, example, read }) => {
  const [tag, text = ''] = example.split(/ (.*)/s);
  expect(tag).toBe(`@${name}`);
  expect(read(text)).toBeInstanceOf(Array);
});

test.each(ruleTags.filter(({ example }) => /^@(?:min|max|multiple)/.test(example)))(
  '@$name without a number shows how to write it',
  ({ example, read }) => {
    expect(read('many')).toMatchObject({ hint: expect.stringContaining(`written like ${example}, `) });
  },
);
