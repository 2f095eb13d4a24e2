import { declaredType, type DeclaredPackage, fieldTypes } from '../serializer/declared-types.ts';
import type { GoType } from '../serializer/go-type.ts';

const { text, bool, list } = fieldTypes;
const named = (name: string): ReturnType<typeof fieldTypes.named> => fieldTypes.named(`audit/v1.${name}`);

const auditPackage: DeclaredPackage = {
  name: 'audit/v1',
  goName: 'v1',
  structs: {
    Policy: [
      ['kind', text],
      ['apiVersion', text],
      ['metadata', fieldTypes.named('meta/v1.ObjectMeta')],
      ['rules', list(named('PolicyRule'))],
      ['omitStages', list(named('Stage'))],
      ['omitManagedFields', bool],
    ],
    PolicyRule: [
      ['level', named('Level')],
      ['users', list(text)],
      ['userGroups', list(text)],
      ['verbs', list(text)],
      ['resources', list(named('GroupResources'))],
      ['namespaces', list(text)],
      ['nonResourceURLs', list(text)],
      ['omitStages', list(named('Stage'))],
      ['omitManagedFields', { ...bool, pointer: true }],
    ],
    GroupResources: [
      ['group', text],
      ['resources', list(text)],
      ['resourceNames', list(text)],
    ],
  },
};

/** Returns the Go type of an audit policy. */
export function policyType(): GoType {
  return declaredType(auditPackage, 'Policy');
}
