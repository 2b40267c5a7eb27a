import type { Catalogue } from "../catalogue";
import { count, number } from "./numbers";

type Shown = Pick<Catalogue, "card" | "keys" | "command" | "files" | "address" | "input" | "diff">;

/** O que um cartão diz do pedido. */
export const content: Shown = {
  card: {
    label: (agent, project) => `${agent} pede uma permissão em ${project}`,
    wants: {
      command: "quer [executar um comando]",
      edit: "quer [editar {name}]",
      editMany: (files) =>
        count(files, { one: "quer [editar # arquivo]", other: "quer [editar # arquivos]" }),
      create: "quer [criar {name}]",
      createMany: (files) =>
        count(files, { one: "quer [criar # arquivo]", other: "quer [criar # arquivos]" }),
      delete: "quer [apagar {name}]",
      deleteMany: (files) =>
        count(files, { one: "quer [apagar # arquivo]", other: "quer [apagar # arquivos]" }),
      open: "quer [abrir {name}]",
      openLong: "quer [abrir um endereço]",
      subagent: "quer [iniciar um subagente: {name}]",
      subagentAny: "quer [iniciar um subagente]",
      plan: "quer [executar um plano]",
      questions: (questions) =>
        count(questions, { one: "faz [uma pergunta]", other: "faz [# perguntas]" }),
      use: "quer [usar {name}]",
      useOf: "quer [usar {server}: {name}]",
    },
    thing: {
      command: "O comando",
      files: "As alterações",
      open: "O endereço",
      subagent: "A tarefa",
      plan: "O plano",
      questions: "As perguntas",
      hooks: "Os comandos",
      tool: "A entrada",
    },
    waiting: "O conteúdo do pedido está a caminho",
    position: (position, of) => `${number(position)} de ${number(of)}`,
    subagent: "subagente {name}",
    folder: "em",
    began: "começou em",
    says: "{agent} diz {words}",
    quoted: "“{words}”",
    replyInTerminal: "Responder no terminal",
    handBack: "Devolver esta sessão ao terminal",
    countdown: (minutes, seconds) =>
      `Volta ao terminal em ${minutes}:${String(seconds).padStart(2, "0")}`,
  },
  keys: {
    allow: ["Ctrl", "Alt", "Y"],
    deny: ["Ctrl", "Alt", "N"],
  },
  command: {
    lines: (lines) => count(lines, { one: "# linha", other: "# linhas" }),
    characters: (characters) => count(characters, { one: "# caractere", other: "# caracteres" }),
    hidden: (hidden) =>
      count(hidden, { one: "# caractere invisível", other: "# caracteres invisíveis" }),
    hiddenCharacter: (label) => `Um caractere que não se vê: ${label}`,
    blanks: (blanks) => count(blanks, { one: "# espaço", other: "# espaços" }),
  },
  files: {
    created: "novo",
    deleted: "apagado",
    leadsTo: "Leva a {path}",
    leadsOutside: "Leva a {path}, fora do projeto",
    outside: "Fora do projeto",
    filesOutside: (files) =>
      count(files, { one: "# está fora do projeto", other: "# estão fora do projeto" }),
    unread: {
      unclear_path: "Não está claro qual é o arquivo.",
      missing: "Esse arquivo não existe.",
      not_a_file: "O que está lá não é um arquivo comum.",
      too_large: "O arquivo tem mais de 1 MiB.",
      not_text: "O que está lá não pode ser lido como texto.",
      unreadable: "O arquivo não pode ser lido.",
      link: "É um link: aquilo a que ele leva fica.",
      old_text_missing: "O arquivo não contém o texto que deveria sair.",
      old_text_repeated: "O arquivo contém mais de uma vez o texto que deveria sair.",
      cell_missing: "O notebook não tem exatamente uma célula assim.",
      too_many_changes: "Há alterações demais para comparar.",
    },
    unreadWrite: "{why} Só aparece o que entra.",
    unreadDelete: "{why} O que há nele também se perde, e não aparece.",
    unreadEdit: "{why} O que sai e o que entra aparecem por inteiro.",
    count: (files) => count(files, { one: "# arquivo", other: "# arquivos" }),
    replacement: (position, of) => `Substituição ${number(position)} de ${number(of)}`,
    empty: "Um arquivo vazio",
    emptied: "Nada entra",
    same: "Nada muda nele",
  },
  address: {
    punycode: "{name} em letras simples: verifique se não é apenas parecido",
    user: "Entra como {name}",
    asks: "O que quer saber de lá",
    written: "como foi escrito",
  },
  input: {
    none: "Sem entrada",
    values: (values) => count(values, { one: "# valor", other: "# valores" }),
    list: (items) =>
      items === 0 ? "lista vazia" : count(items, { one: "# item", other: "# itens" }),
    object: (parts) =>
      parts === 0 ? "sem conteúdo" : count(parts, { one: "# parte", other: "# partes" }),
    outside: "Um caminho fica fora do projeto",
  },
  diff: {
    label: "A alteração, linha por linha",
    added: (lines) => `+${number(lines)}`,
    removed: (lines) => `−${number(lines)}`,
    addedLines: (lines) => count(lines, { one: "# linha entra", other: "# linhas entram" }),
    removedLines: (lines) => count(lines, { one: "# linha sai", other: "# linhas saem" }),
    unchanged: (lines) =>
      count(lines, { one: "# linha sem alteração", other: "# linhas sem alteração" }),
    more: (lines) => count(lines, { one: "Mostrar a # linha", other: "Mostrar as # linhas" }),
    less: "Mostrar só o começo",
  },
};
