import type { KubernetesObject } from '@kb/apimachinery';
import { email, type InferOutput, minLength, object, pipe, string } from 'valibot';

const shop = object({ owner: pipe(string(), minLength(3), email()) });

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: InferOutput<typeof shop>;
}
