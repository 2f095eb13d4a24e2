import type { KubernetesObject } from '@kb/apimachinery';
import { z } from 'zod';

const name = z.string().min(3);
const shop = z.object({ name, owner: z.string().regex('^[a-z]+$') });

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: z.infer<typeof shop>;
}
