{{- define "martlet.name" -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end }}

{{- define "martlet.selector" -}}
app.kubernetes.io/name: martlet
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "martlet.labels" -}}
{{ include "martlet.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "martlet.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}
