import { expect, test } from 'vitest';
import { memoryReader } from '../read/source-reader.ts';
import { deployedNamespace, renameNamespaceInMarkers } from './check-namespace.ts';
import { defaultProjectPaths } from './project-file.ts';

test.each([
  [
    '// +kubebuilder:rbac:groups=a,namespace=old,resources=b',
    '// +kubebuilder:rbac:groups=a,namespace=new,resources=b',
  ],
  ['  // +kubebuilder:rbac:groups=a,namespace=old', '  // +kubebuilder:rbac:groups=a,namespace=new'],
  [
    '// +kubebuilder:webhook:path=/x,patch=`{"values":["kube-system","old"]}`',
    '// +kubebuilder:webhook:path=/x,patch=`{"values":["kube-system","new"]}`',
  ],
  ['// +kubebuilder:rbac:groups=old,namespace=older,resources=old', undefined],
  ['// +kubebuilder:webhook:path=/old,patch=`{"values":["old-er"]}`', undefined],
  ['// groups=a,namespace=old', undefined],
  ['const namespace = "old";', undefined],
])('%s', (before, after = before) => {
  expect(renameNamespaceInMarkers(`a\n${before}\nb\n`, 'old', 'new')).toBe(`a\n${after}\nb\n`);
});

test.each([
  ['namespace: there\n', 'there'],
  ['# Ours.\nnamespace: "there" # ours\n', 'there'],
  ['metadata:\n  namespace: there\n', undefined],
  ['namespace:\n', undefined],
  ['namespace: [\n', undefined],
  [undefined, undefined],
])('the namespace in %j is %s', (text, name) => {
  const reader = memoryReader(text === undefined ? {} : { 'config/default/kustomization.yaml': text });
  expect(deployedNamespace({ paths: defaultProjectPaths }, reader)?.name).toBe(name);
});
