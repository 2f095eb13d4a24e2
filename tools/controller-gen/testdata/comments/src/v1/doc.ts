/**
 * Package v1 shows where markers may stand.
 *
 * +groupName=comments.example.com
 */

// rule: comment/package-doc

// +kubebuilder:rbac:groups=a,resources=free-standing,verbs=get

import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:rbac:groups=a,resources=before-a-constant,verbs=get

/** Version is what this is. */
export const Version = 'v1'; // rule: comment/free-standing

// +kubebuilder:rbac:groups=a,resources=far-above,verbs=get

// +kubebuilder:rbac:groups=a,resources=above-a-type,verbs=get

// rule: comment/folder-marker-above-a-type

/** NoteSpec has markers in every place that counts. */
export interface NoteSpec {
  // +kubebuilder:validation:MinLength=1
  /** Above comes the marker. */
  above: string; // rule: comment/before-and-after-the-doc

  /**
   * Below comes the marker.
   * +kubebuilder:validation:MinLength=2
   */
  below: string;

  /** None has prose at the end of its line. */
  none: string; // prose, rule: comment/end-of-line-is-no-description

  /**
   * genclient is another tool's marker.
   * +genclient
   * +other:tool:marker=x
   */
  foreign: string; // rule: comment/other-tools'-markers-are-left-out
}

// +kubebuilder:validation:MinLength=3
/** Text has its marker above. */
export type Text = string;

/** Note shows where markers may stand. */
// +kubebuilder:object:root=true
export interface Note extends KubernetesObject {
  spec: NoteSpec;

  text?: Text;
}

// +kubebuilder:rbac:groups=a,resources=at-the-end,verbs=get
