import { expect, test } from 'vitest';
import { projects, readRecording } from './recording.ts';
import { readRendered } from './rendered.ts';
import { missingCommands } from './to-kb.ts';

test('objects are compared without images, schemas, the division of rules, and the order of variables', () => {
  const text = `
kind: Deployment
metadata: { name: a }
spec: { image: x:1, openAPIV3Schema: { type: object }, env: [{ name: A, value: b }] }
---
kind: Role
metadata: { name: b }
rules:
- { apiGroups: [''], resources: [pods, nodes], verbs: [watch, get] }
- { apiGroups: [''], resources: [pods], verbs: [list] }
- { nonResourceURLs: [/metrics], verbs: [get] }
`;
  expect(readRendered(text)).toEqual({
    'Deployment/a': {
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { image: 'IMAGE', openAPIV3Schema: 'SCHEMA', env: { A: { value: 'b' } } },
    },
    'Role/b': {
      kind: 'Role',
      metadata: { name: 'b' },
      rules: { 'core/pods': 'get list watch', 'core/nodes': 'get watch', '/metrics': 'get' },
    },
  });
});

test.each(projects)('the recording of %s leaves out what kb lacks, and nothing else', (name) => {
  const recording = readRecording(name);
  expect(recording?.leftOut).toEqual(missingCommands(recording?.commands ?? []));
  expect(recording?.commands.length).toBeGreaterThan(0);
});
