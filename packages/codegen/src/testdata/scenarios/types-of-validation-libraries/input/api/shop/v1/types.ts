import type { int32, KubernetesObject } from '@kb/apimachinery';
import { type Static, Type } from '@sinclair/typebox';
import * as v from 'valibot';
import { z } from 'zod';

const place = z.object({ city: z.string(), zip: z.string().nullable() });

const door = z.object({
  name: z.string().brand<'Name'>(),
  colour: z.union([z.literal('red'), z.literal('blue')]).optional(),
  places: place.array(),
  open: z.boolean().optional(),
  width: z.number(),
});

/** What the door is, as zod has it. */
export type DoorSpec = Omit<z.infer<typeof door>, 'width'> & { width: int32 };

// +kubebuilder:object:root=true
export interface Door extends KubernetesObject {
  spec: DoorSpec;
}

const shelf = Type.Object({ owner: Type.String(), boards: Type.Array(Type.String()) });

// +kubebuilder:object:root=true
export interface Shelf extends KubernetesObject {
  spec: Static<typeof shelf>;
}

const table = v.object({ owner: v.string(), note: v.nullable(v.string()) });

// +kubebuilder:object:root=true
export interface Table extends KubernetesObject {
  spec: v.InferOutput<typeof table> & { legs: int32 };
}
