package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

type queryKey struct{}

// withQuery puts the query of a webhook's request into its context: the API server says there how long it waits.
func withQuery(ctx context.Context, request *http.Request) context.Context {
	return context.WithValue(ctx, queryKey{}, request.URL.RawQuery)
}

type configMapDefaulter struct{}

// Default notes in annotations what the request says, and adds data.
func (*configMapDefaulter) Default(ctx context.Context, config *corev1.ConfigMap) error {
	request, err := admission.RequestFromContext(ctx)
	if err != nil {
		return err
	}
	if config.Data["defaulter"] == "refuse" {
		return errors.New("the defaulter refuses")
	}
	if config.Data["defaulter"] == "missing" {
		return apierrors.NewNotFound(schema.GroupResource{Resource: "configmaps"}, "template")
	}
	if config.Annotations == nil {
		config.Annotations = map[string]string{}
	}
	config.Annotations["example.com/operation"] = string(request.Operation)
	config.Annotations["example.com/dry-run"] = fmt.Sprint(request.DryRun != nil && *request.DryRun)
	config.Annotations["example.com/user"] = request.UserInfo.Username
	config.Annotations["example.com/query"] = fmt.Sprint(ctx.Value(queryKey{}))
	if config.Data == nil {
		config.Data = map[string]string{}
	}
	if _, ok := config.Data["default"]; !ok {
		config.Data["default"] = "made by the defaulter"
	}
	if config.Data["defaulter"] == "rename" {
		config.Name += "-renamed"
	}
	delete(config.Labels, "temporary")
	return nil
}

type configMapValidator struct{}

func (*configMapValidator) ValidateCreate(_ context.Context, config *corev1.ConfigMap) (admission.Warnings, error) {
	warnings := admission.Warnings{"first warning", "second \"warning\""}
	switch config.Data["validator"] {
	case "refuse":
		return warnings, errors.New("the validator refuses")
	case "invalid":
		return warnings, apierrors.NewInvalid(schema.GroupKind{Kind: "ConfigMap"}, config.Name, field.ErrorList{
			field.Required(field.NewPath("data").Key("size"), "say how large"),
			field.NotSupported(field.NewPath("data").Key("colour"), config.Data["colour"], []string{"red", "blue"}),
		})
	case "conflict":
		return nil, fmt.Errorf("wrapped: %w", apierrors.NewConflict(schema.GroupResource{Resource: "configmaps"}, config.Name, errors.New("again")))
	case "busy":
		return nil, apierrors.NewTooManyRequests("busy", 7)
	case "late":
		time.Sleep(1500 * time.Millisecond)
		return nil, nil
	case "panic":
		panic("the validator panics")
	}
	return warnings, nil
}

func (*configMapValidator) ValidateUpdate(_ context.Context, before, after *corev1.ConfigMap) (admission.Warnings, error) {
	if before.Data["fixed"] != after.Data["fixed"] {
		return nil, fmt.Errorf("fixed: %q became %q", before.Data["fixed"], after.Data["fixed"])
	}
	return admission.Warnings{"updated"}, nil
}

func (*configMapValidator) ValidateDelete(_ context.Context, config *corev1.ConfigMap) (admission.Warnings, error) {
	if config.Data["keep"] != "" {
		return admission.Warnings{"clear keep first"}, errors.New("it is kept")
	}
	return nil, nil
}
