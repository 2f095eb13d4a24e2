import { expect, test } from 'vitest';
import { readDockerfile } from './dockerfile.ts';

test('stages, names, digests, comments and continued lines', () => {
  const text = [
    '# the first',
    'FROM node:1-slim@sha256:00ff AS first',
    'RUN a \\',
    '  && b',
    'FROM --platform=$BUILDPLATFORM node:2',
    'copy --from=first /app .',
    'ENTRYPOINT ["node", "main.ts"]',
  ].join('\n');
  expect(readDockerfile(text)).toEqual([
    { image: 'node:1-slim', name: 'first', instructions: [{ name: 'RUN', text: 'a && b' }] },
    {
      image: 'node:2',
      name: undefined,
      instructions: [
        { name: 'COPY', text: '--from=first /app .' },
        { name: 'ENTRYPOINT', text: '["node", "main.ts"]' },
      ],
    },
  ]);
});

test('an instruction before the first stage is refused', () => {
  expect(() => readDockerfile('RUN a')).toThrow('RUN comes before the first FROM');
});
