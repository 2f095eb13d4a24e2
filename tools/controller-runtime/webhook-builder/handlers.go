package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	jsonpatch "gomodules.xyz/jsonpatch/v2"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// secretHandler gives every kind of response that a handler can make; the field `type` of a Secret chooses.
type secretHandler struct{ decoder admission.Decoder }

func (h *secretHandler) Handle(_ context.Context, request admission.Request) admission.Response {
	secret := &unstructured.Unstructured{}
	if err := h.decoder.Decode(request, secret); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	kind, _, _ := unstructured.NestedString(secret.Object, "type")
	switch kind {
	case "bad-request":
		return admission.Errored(http.StatusBadRequest, errors.New("cannot be read"))
	case "internal":
		return admission.Errored(http.StatusInternalServerError, errors.New("it broke"))
	case "teapot":
		return admission.Errored(http.StatusTeapot, errors.New("short and stout"))
	case "no-code":
		return admission.Errored(0, errors.New("without a code"))
	case "denied":
		return admission.Denied("")
	case "denied-with-reason":
		response := admission.Denied("not today").WithWarnings("denied")
		response.AuditAnnotations = map[string]string{"why": "because"}
		return response
	case "allowed":
		response := admission.Allowed("fine").WithWarnings("allowed")
		response.AuditAnnotations = map[string]string{"why": "because"}
		return response
	case "patched":
		return admission.Patched("patched",
			jsonpatch.NewOperation("add", "/metadata/labels", map[string]any{"a": "b"}),
			jsonpatch.NewOperation("replace", "/type", "replaced"))
	case "bad-patch":
		return admission.Patched("patched", jsonpatch.NewOperation("replace", "/none/at/all", 1))
	case "patch-of-immutable":
		return admission.Patched("patched", jsonpatch.NewOperation("replace", "/metadata/namespace", "other"))
	}
	secret.SetAnnotations(map[string]string{"seen": kind})
	current, err := json.Marshal(secret)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(request.Object.Raw, current)
}

// scaleMarker annotates a Scale, and leaves one alone that asks for an odd number.
type scaleMarker struct{ decoder admission.Decoder }

func (h *scaleMarker) Handle(_ context.Context, request admission.Request) admission.Response {
	scale := &autoscalingv1.Scale{}
	if err := h.decoder.Decode(request, scale); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if scale.Spec.Replicas%2 == 1 {
		return admission.Allowed("odd")
	}
	return admission.Patched("even", jsonpatch.NewOperation("replace", "/spec/replicas", scale.Spec.Replicas+1))
}

// scaleLimiter refuses too many replicas.
type scaleLimiter struct{ decoder admission.Decoder }

func (h *scaleLimiter) Handle(_ context.Context, request admission.Request) admission.Response {
	scale := &autoscalingv1.Scale{}
	if err := h.decoder.Decode(request, scale); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if scale.Spec.Replicas > 5 {
		return admission.Denied("at most 5 replicas")
	}
	return admission.Allowed("")
}
