"""Runs the kopf operator against a cluster and checks what it does."""

import pathlib
import subprocess
import sys

from kubernetes import client, config, utils
from kubernetes.client.rest import ApiException

from tap import case, equal, eventually, run

config.load_kube_config()
NAMESPACE = "software-kopf"
core, custom = client.CoreV1Api(), client.CustomObjectsApi()
PLACE = ("kopf.example.com", "v1", NAMESPACE, "notes")
FREE = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "notes.kopf.example.com"},
    "spec": {
        "group": "kopf.example.com",
        "scope": "Namespaced",
        "names": {"plural": "notes", "singular": "note", "kind": "Note"},
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "subresources": {"status": {}},
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": FREE, "status": FREE}}},
            }
        ],
    },
}


def note(name, **metadata):
    spec = metadata.pop("spec", {"text": name})
    body = {"apiVersion": "kopf.example.com/v1", "kind": "Note", "metadata": {"name": name, **metadata}, "spec": spec}
    return custom.create_namespaced_custom_object(*PLACE, body)


def read(name):
    return custom.get_namespaced_custom_object(*PLACE, name)


def config_map(name):
    try:
        return core.read_namespaced_config_map(name, NAMESPACE)
    except ApiException as error:
        if error.status != 404:
            raise
        return None


core.create_namespace(client.V1Namespace(metadata=client.V1ObjectMeta(name=NAMESPACE)))
utils.create_from_dict(client.ApiClient(), DEFINITION)
operator = subprocess.Popen(
    [
        sys.executable,
        "-m",
        "kopf",
        "run",
        "--standalone",
        "--namespace",
        NAMESPACE,
        str(pathlib.Path(__file__).with_name("kopf_operator.py")),
    ],
    stderr=subprocess.DEVNULL,
)


@case("a created object gets its child, its finalizer and a result in its status")
def created():
    eventually(lambda: _created("first"))
    child = eventually(lambda: config_map("first"))
    equal(child.data, {"text": "first"})
    equal([owner.kind for owner in child.metadata.owner_references], ["Note"])
    eventually(lambda: read("first").get("status", {}).get("create") == {"tries": 1})
    equal(read("first")["metadata"]["finalizers"], ["notes.kopf.example.com/finalizer"])


def _created(name):
    try:
        return note(name)
    except ApiException as error:
        if error.status != 404:
            raise
        return None


@case("a handler that fails for a time is tried again")
def retried():
    note("slow", spec={"text": "slow", "fails": True})
    eventually(lambda: read("slow").get("status", {}).get("create") == {"tries": 3})


@case("an update of a field reaches its handler with the old and the new value")
def updated():
    custom.patch_namespaced_custom_object(*PLACE, "first", {"spec": {"text": "second"}})
    eventually(lambda: config_map("first").data == {"text": "second", "before": "first"})


@case("Events are written for an object")
def events():
    def reasons():
        return {each.reason for each in core.list_namespaced_event(NAMESPACE).items}

    eventually(lambda: {"Written", "Logging"} <= reasons())


@case("a handler of events sees built-in objects with a label")
def watched():
    name = client.V1ObjectMeta(name="watched", labels={"watched": "yes"})
    core.create_namespaced_config_map(NAMESPACE, client.V1ConfigMap(metadata=name))
    eventually(lambda: config_map("watched").data == {"seen": "yes"})


@case("a timer runs again and again")
def timer():
    note("ticking", annotations={"ticks": "0"})
    eventually(lambda: read("ticking")["metadata"]["annotations"]["ticks"] == "3")


@case("a daemon runs beside an object")
def daemon():
    note("with-daemon", labels={"daemon": "yes"})
    eventually(lambda: read("with-daemon").get("status", {}).get("daemon") == "runs")


@case("an index finds objects")
def indexed():
    note("seeking", spec={"text": "seeking", "lookup": "slow"})
    eventually(lambda: read("seeking").get("status", {}).get("found") == ["slow"])


@case("a deleted object is kept until its handler is done, then its child goes")
def deleted():
    custom.delete_namespaced_custom_object(*PLACE, "first")
    eventually(lambda: config_map("first-deleted"))
    eventually(lambda: config_map("first") is None)


@case("the operator ends at SIGTERM")
def ended():
    operator.terminate()
    equal(operator.wait(60), 0)


try:
    run()
finally:
    operator.kill()
