import { expect, test } from 'vitest';
import { groupProjects, projectsOfScript } from './group-projects.ts';

test('projects with the same options are checked together, whatever the order of the options', () => {
  const base = '../../tsconfig.base.json';
  const groups = groupProjects([
    {
      file: '/r/packages/a/tsconfig.json',
      config: { extends: base, compilerOptions: { noEmit: true, types: ['node'] }, include: ['src', 'test'] },
    },
    {
      file: '/r/packages/x/b/tsconfig.json',
      config: {
        extends: '../../../tsconfig.base.json',
        compilerOptions: { types: ['node'], noEmit: true },
        include: ['src'],
        exclude: ['src/**/testdata/**'],
      },
    },
    { file: '/r/packages/c/tsconfig.json', config: { extends: base, compilerOptions: { noEmit: true } } },
    { file: '/r/packages/d/tsconfig.json', config: { include: ['../d/src'] } },
  ]);
  expect(groups).toEqual([
    {
      config: {
        extends: '/r/tsconfig.base.json',
        compilerOptions: { noEmit: true, types: ['node'] },
        include: ['/r/packages/a/src', '/r/packages/a/test', '/r/packages/x/b/src'],
        exclude: ['/r/packages/x/b/src/**/testdata/**'],
      },
      files: ['/r/packages/a/tsconfig.json', '/r/packages/x/b/tsconfig.json'],
    },
    {
      config: { extends: '/r/tsconfig.base.json', compilerOptions: { noEmit: true }, include: [], exclude: [] },
      files: ['/r/packages/c/tsconfig.json'],
    },
    {
      config: { compilerOptions: {}, include: ['/r/packages/d/src'], exclude: [] },
      files: ['/r/packages/d/tsconfig.json'],
    },
  ]);
});

test.each([
  { script: undefined, projects: [] },
  { script: 'tsc -p tsconfig.json', projects: ['tsconfig.json'] },
  { script: 'tsc -p tsconfig.json && tsc -p src/page', projects: ['tsconfig.json', 'src/page/tsconfig.json'] },
])('reads $projects of $script', ({ script, projects }) => {
  expect(projectsOfScript(script)).toEqual(projects);
});

test('another script is refused, because what it checks would be left out', () => {
  expect(() => projectsOfScript('tsc -b')).toThrow('should be "tsc -p PROJECT && …", not "tsc -b"');
});
