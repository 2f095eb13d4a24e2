package main

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

func newDeployment() *unstructured.Unstructured {
	deployment := &unstructured.Unstructured{}
	deployment.SetGroupVersionKind(schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"})
	return deployment
}

type deploymentDefaulter struct{}

// Default adds a container, and marks the Pods: patches in lists and in maps that do not exist yet.
func (*deploymentDefaulter) Default(_ context.Context, object runtime.Object) error {
	content := object.(*unstructured.Unstructured).Object
	containers, _, err := unstructured.NestedSlice(content, "spec", "template", "spec", "containers")
	if err != nil {
		return err
	}
	for _, container := range containers {
		if container.(map[string]any)["name"] == "sidecar" {
			return nil
		}
	}
	sidecar := map[string]any{"name": "sidecar", "image": "busybox:1"}
	containers = append([]any{sidecar}, containers...)
	if err := unstructured.SetNestedSlice(content, containers, "spec", "template", "spec", "containers"); err != nil {
		return err
	}
	return unstructured.SetNestedField(content, "true", "spec", "template", "metadata", "annotations", "example.com/injected")
}

type deploymentValidator struct{}

func (*deploymentValidator) ValidateCreate(_ context.Context, object runtime.Object) (admission.Warnings, error) {
	replicas, found, err := unstructured.NestedInt64(object.(*unstructured.Unstructured).Object, "spec", "replicas")
	return admission.Warnings{fmt.Sprintf("replicas: %d, %t", replicas, found)}, err
}

func (*deploymentValidator) ValidateUpdate(_ context.Context, before, after runtime.Object) (admission.Warnings, error) {
	from, to := before.(*unstructured.Unstructured), after.(*unstructured.Unstructured)
	return admission.Warnings{fmt.Sprintf("generation: %d to %d", from.GetGeneration(), to.GetGeneration())}, nil
}

func (*deploymentValidator) ValidateDelete(_ context.Context, object runtime.Object) (admission.Warnings, error) {
	return admission.Warnings{"deleted: " + object.(*unstructured.Unstructured).GetName()}, nil
}
