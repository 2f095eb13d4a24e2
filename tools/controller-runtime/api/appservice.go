// Package api has the AppService as a controller-runtime operator knows it: the Go twin of packages/appservice/api, without its markers.
// +kubebuilder:object:generate=true
// +groupName=batch.example.com
package api

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// GroupVersion is the API's group and version.
var GroupVersion = schema.GroupVersion{Group: "batch.example.com", Version: "v1alpha1"}

// AddToScheme makes the types known to a scheme.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(GroupVersion, &AppService{}, &AppServiceList{})
	metav1.AddToGroupVersion(scheme, GroupVersion)
	return nil
}

// AppServiceSpec is the desired state of an AppService.
type AppServiceSpec struct {
	Replicas  *int32                       `json:"replicas,omitempty"`
	Image     string                       `json:"image"`
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	Envs      []corev1.EnvVar              `json:"envs,omitempty"`
	Ports     []corev1.ServicePort         `json:"ports,omitempty"`
}

// AppServiceStatus is the observed state of an AppService.
type AppServiceStatus struct {
	AvailableReplicas  int32              `json:"availableReplicas,omitempty"`
	ObservedGeneration int64              `json:"observedGeneration,omitempty"`
	Selector           string             `json:"selector,omitempty"`
	Conditions         []metav1.Condition `json:"conditions,omitempty"`
}

// AppService runs an image as a Deployment, behind a Service.
// +kubebuilder:object:root=true
type AppService struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   AppServiceSpec   `json:"spec"`
	Status AppServiceStatus `json:"status,omitempty"`
}

// AppServiceList is what a list of them is.
// +kubebuilder:object:root=true
type AppServiceList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []AppService `json:"items"`
}
