"""Whichever exporter is given, its method is async."""

from exporters import CsvExporter, ParquetExporter


def export_nightly(exporter, rows):
    exporter.export_rows(rows)  # expect: DUO101


class Nightly:
    def __init__(self, exporter):
        self.exporter = exporter

    def run(self, rows):
        self.exporter.export_rows(rows)  # expect: DUO101


def build(kind):
    return Nightly(CsvExporter() if kind == "csv" else ParquetExporter())
