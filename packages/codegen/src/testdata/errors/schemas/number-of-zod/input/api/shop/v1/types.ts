import type { KubernetesObject } from '@kb/apimachinery';
import { z } from 'zod';

const shop = z.object({ replicas: z.number() });

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: z.infer<typeof shop>;
}
