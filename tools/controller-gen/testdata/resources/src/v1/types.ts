// +groupName=resources.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Thing is named in every way. */
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=thingies,singular=thingy,shortName=th;tg,categories={all,things},scope=Cluster
export interface Thing extends KubernetesObject { // rule: resource/name-is-made-of-the-plural
}

/** Local is in namespaces. */
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Namespaced
export interface Local extends KubernetesObject {
}

/** Unscoped says nothing of its scope. */
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=un
export interface Unscoped extends KubernetesObject { // rule: resource/scope-by-default
}

/** NetworkPolicy has an irregular plural. */
// +kubebuilder:object:root=true
export interface NetworkPolicy extends KubernetesObject { // rule: crd/plural-of-y
}

/** Index has another. */
// +kubebuilder:object:root=true
export interface Index extends KubernetesObject { // rule: crd/plural-from-the-table
}

/** Ingress ends in s. */
// +kubebuilder:object:root=true
export interface Ingress extends KubernetesObject { // rule: crd/plural-of-s
}

/** Data is its own plural. */
// +kubebuilder:object:root=true
export interface Data extends KubernetesObject { // rule: crd/plural-of-plurals
}

/** HTTPRoute is written in capitals. */
// +kubebuilder:object:root=true
export interface HTTPRoute extends KubernetesObject { // rule: crd/names-in-small-letters
}
