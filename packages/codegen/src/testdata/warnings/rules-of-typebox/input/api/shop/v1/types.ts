import type { KubernetesObject } from '@kb/apimachinery';
import { type Static, Type } from '@sinclair/typebox';

// A field may have the name of a rule.
const shop = Type.Object({ format: Type.String({ minLength: 3, pattern: '^[a-z]+$' }) });

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: Static<typeof shop>;
}
