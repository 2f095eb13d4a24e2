"""An operator with kopf, as its documentation writes one: it keeps a ConfigMap for each Note."""

import kopf
from kubernetes import client, config

config.load_kube_config()
core = client.CoreV1Api()


@kopf.on.startup()
def configure(settings, **_):
    settings.posting.loggers = True
    settings.persistence.finalizer = "notes.kopf.example.com/finalizer"


@kopf.on.create("kopf.example.com", "v1", "notes")
def create(body, spec, name, namespace, retry, **_):
    if spec.get("fails") and retry < 2:
        raise kopf.TemporaryError("not yet", delay=0.2)
    config_map = {"metadata": {"name": name}, "data": {"text": spec["text"]}}
    kopf.adopt(config_map, owner=body)
    core.create_namespaced_config_map(namespace, config_map)
    kopf.info(body, reason="Written", message="The note is written.")
    return {"tries": retry + 1}


@kopf.on.update("kopf.example.com", "v1", "notes", field="spec.text")
def update(old, new, name, namespace, **_):
    core.patch_namespaced_config_map(name, namespace, {"data": {"text": new, "before": old}})


@kopf.on.delete("kopf.example.com", "v1", "notes")
def delete(name, namespace, **_):
    core.create_namespaced_config_map(namespace, {"metadata": {"name": f"{name}-deleted"}})


@kopf.on.event("configmaps", labels={"watched": "yes"})
def event(type, name, namespace, body, **_):
    if type == "ADDED":
        core.patch_namespaced_config_map(name, namespace, {"data": {"seen": "yes"}})


@kopf.timer("kopf.example.com", "v1", "notes", interval=0.2, annotations={"ticks": kopf.PRESENT})
def tick(patch, annotations, **_):
    if int(annotations["ticks"]) < 3:
        patch.metadata.annotations["ticks"] = str(int(annotations["ticks"]) + 1)


@kopf.daemon("kopf.example.com", "v1", "notes", labels={"daemon": "yes"})
def daemon(stopped, patch, **_):
    patch.status["daemon"] = "runs"
    stopped.wait(0.2)


@kopf.index("kopf.example.com", "v1", "notes")
def texts(spec, name, **_):
    return {spec["text"]: name}


@kopf.on.field("kopf.example.com", "v1", "notes", field="spec.lookup")
def lookup(new, texts, patch, **_):
    if new:
        patch.status["found"] = sorted(texts.get(new, []))
