import type { KubernetesObject } from '@kb/apimachinery';
import type { EnvVar } from '@kb/kubernetes/core/v1';

export interface VeryLongNameOfAKindThatSomebodyGaveToItForGoodReasonsEntry {
  'quoted-name': string;
  "it's": string;
  kindOfTheEntryThatHasALongName?: 'one value' | 'another value' | 'and a third value' | 'and more of them';
}

export interface VeryLongNameOfAKindThatSomebodyGaveToItForGoodReasonsSpec {
  // +listType=map
  // +listMapKey=quoted-name
  entriesOfTheListThatHasALongName: VeryLongNameOfAKindThatSomebodyGaveToItForGoodReasonsEntry[];
  // +listType=map
  // +listMapKey=name
  environmentVariablesOfTheListThatHasALongName?: EnvVar[];
  /** A comment with *\/ in it. */
  nullableEntries?: VeryLongNameOfAKindThatSomebodyGaveToItForGoodReasonsEntry[] | null;
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=longnames
export interface VeryLongNameOfAKindThatSomebodyGaveToItForGoodReasons extends KubernetesObject {
  spec: VeryLongNameOfAKindThatSomebodyGaveToItForGoodReasonsSpec;
}
