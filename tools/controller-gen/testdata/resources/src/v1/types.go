// +groupName=resources.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Thing is named in every way.
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=thingies,singular=thingy,shortName=th;tg,categories={all,things},scope=Cluster
type Thing struct { // rule: resource/name-is-made-of-the-plural
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// Local is in namespaces.
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Namespaced
type Local struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// Unscoped says nothing of its scope.
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=un
type Unscoped struct { // rule: resource/scope-by-default
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// NetworkPolicy has an irregular plural.
// +kubebuilder:object:root=true
type NetworkPolicy struct { // rule: crd/plural-of-y
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// Index has another.
// +kubebuilder:object:root=true
type Index struct { // rule: crd/plural-from-the-table
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// Ingress ends in s.
// +kubebuilder:object:root=true
type Ingress struct { // rule: crd/plural-of-s
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// Data is its own plural.
// +kubebuilder:object:root=true
type Data struct { // rule: crd/plural-of-plurals
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// HTTPRoute is written in capitals.
// +kubebuilder:object:root=true
type HTTPRoute struct { // rule: crd/names-in-small-letters
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
